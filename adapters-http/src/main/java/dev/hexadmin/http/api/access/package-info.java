/** Roles as JSON. */
package dev.hexadmin.http.api.access;
