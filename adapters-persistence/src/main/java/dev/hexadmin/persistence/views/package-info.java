/** Saved views of lists in the database. */
package dev.hexadmin.persistence.views;
