/** Uploaded files: upload, signed addresses, download, and the removal of files that no record names. */
package dev.hexadmin.application.files;
