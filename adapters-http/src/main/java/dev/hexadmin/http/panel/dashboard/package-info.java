/** The dashboard: its page with charts, and the page of its layout. */
package dev.hexadmin.http.panel.dashboard;
