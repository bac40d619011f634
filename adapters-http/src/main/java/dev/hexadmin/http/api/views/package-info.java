/** Saved views of lists as JSON. */
package dev.hexadmin.http.api.views;
