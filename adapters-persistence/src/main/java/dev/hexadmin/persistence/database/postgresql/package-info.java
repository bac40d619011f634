/** PostgreSQL 14 and later: one pool of connections to a server, a transaction for each unit of work. */
package dev.hexadmin.persistence.database.postgresql;
