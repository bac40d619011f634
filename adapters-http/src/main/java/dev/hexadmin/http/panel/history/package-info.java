/** The pages of a record's history, and of taking back a change. */
package dev.hexadmin.http.panel.history;
