/** What all pages of the panel have in common: layout, navigation, messages, files, and pages about errors. */
package dev.hexadmin.http.panel.frame;
