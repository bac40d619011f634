/** Uploaded files: their signed addresses, and the routes for uploads and downloads. */
package dev.hexadmin.http.files;
