/** The dashboard over JSON: widgets with their numbers, and the layout of the caller. */
package dev.hexadmin.http.api.dashboard;
