/** Signing in to the panel and out of it. */
package dev.hexadmin.http.panel.session;
