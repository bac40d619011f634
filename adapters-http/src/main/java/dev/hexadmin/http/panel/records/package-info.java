/** Pages of one record: details, forms, conflicts, deletion. */
package dev.hexadmin.http.panel.records;
