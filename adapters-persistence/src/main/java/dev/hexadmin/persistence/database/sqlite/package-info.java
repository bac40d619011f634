/** SQLite: one file of one process, many readers and one writer. */
package dev.hexadmin.persistence.database.sqlite;
