/** What SQLite and PostgreSQL do differently: how columns hold values, and the parts of statements that differ. */
package dev.hexadmin.persistence.dialect;
