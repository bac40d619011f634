/** The first page of the panel. */
package dev.hexadmin.http.panel.dashboard;
