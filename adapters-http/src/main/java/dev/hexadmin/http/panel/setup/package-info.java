/** The page that creates the first superuser. */
package dev.hexadmin.http.panel.setup;
