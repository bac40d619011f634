/** Pages, cards of the dashboard, tabs of records, field widgets and files that plugins add to the panel. */
package dev.hexadmin.application.panel;
