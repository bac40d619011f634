/** Uploaded files, in pieces, and the results of imports. */
package dev.hexadmin.persistence.transfer;
