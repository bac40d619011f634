/** The page that makes the first superuser. */
package dev.hexadmin.http.panel.setup;
