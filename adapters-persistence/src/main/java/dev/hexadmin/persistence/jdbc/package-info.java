/** The open database: its transactions, its health, and the kinds of databases that there are. */
package dev.hexadmin.persistence.jdbc;
