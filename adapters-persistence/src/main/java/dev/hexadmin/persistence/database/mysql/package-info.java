/** MySQL 8 and MariaDB 10.6 and later: one kind for both, one pool of connections to a server, a transaction for each unit of work. */
package dev.hexadmin.persistence.database.mysql;
