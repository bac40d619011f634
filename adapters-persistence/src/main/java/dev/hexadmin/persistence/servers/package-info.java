/** Which servers work on the database. */
package dev.hexadmin.persistence.servers;
