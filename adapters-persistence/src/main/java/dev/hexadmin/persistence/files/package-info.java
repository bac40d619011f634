/** Uploaded files: what is known about them in the database, their content on disk or in a bucket, and their formats. */
package dev.hexadmin.persistence.files;
