/** Records as files, in CSV, XLSX and JSON, and the pages that take and give them. */
package dev.hexadmin.http.panel.transfer;
