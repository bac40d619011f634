/** Finding records over JSON. */
package dev.hexadmin.http.api.search;
