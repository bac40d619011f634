/** Records as files, in CSV, XLSX and JSON, and the pages for import and export. */
package dev.hexadmin.http.panel.transfer;
