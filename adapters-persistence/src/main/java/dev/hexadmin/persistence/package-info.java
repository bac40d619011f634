/** The entry to the persistence adapter. */
package dev.hexadmin.persistence;
