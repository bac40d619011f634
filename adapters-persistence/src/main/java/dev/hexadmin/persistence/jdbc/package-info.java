/** Connections, transactions and prepared statements. */
package dev.hexadmin.persistence.jdbc;
