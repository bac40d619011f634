/** Pages of records: lists, single records, forms, deletion, changes of many. */
package dev.hexadmin.http.panel.records;
