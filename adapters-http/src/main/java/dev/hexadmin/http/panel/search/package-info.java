/** The search over all records, as a page. */
package dev.hexadmin.http.panel.search;
