/** What the HTTP adapter is configured with. */
package dev.hexadmin.http.settings;
