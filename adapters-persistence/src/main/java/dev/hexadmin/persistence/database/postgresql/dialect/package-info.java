/** Records of PostgreSQL: how its columns hold values, what its catalog says of tables, what its failures mean. */
@org.jspecify.annotations.NullMarked
package dev.hexadmin.persistence.database.postgresql.dialect;
