/** Records of MySQL and MariaDB: how their columns hold values, what they say of tables and failures, and where the two differ. */
@org.jspecify.annotations.NullMarked
package dev.hexadmin.persistence.database.mysql.dialect;
