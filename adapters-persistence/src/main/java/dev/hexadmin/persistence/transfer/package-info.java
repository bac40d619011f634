/** Uploaded files, in pieces, and what came out of them. */
package dev.hexadmin.persistence.transfer;
