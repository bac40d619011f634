/** The list of a model: search and filters, table, pages, and the selection of records. */
package dev.hexadmin.http.panel.lists;
