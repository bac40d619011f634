/** The heartbeats of the servers that share the database. */
package dev.hexadmin.persistence.servers;
