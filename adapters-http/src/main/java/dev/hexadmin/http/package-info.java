/** The entry to the HTTP adapter. */
package dev.hexadmin.http;
