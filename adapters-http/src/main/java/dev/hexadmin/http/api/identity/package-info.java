/** Signing in over JSON. */
package dev.hexadmin.http.api.identity;
