/** Records of SQLite: how its columns hold values, what it says of tables and failures. */
@org.jspecify.annotations.NullMarked
package dev.hexadmin.persistence.database.sqlite.dialect;
