/** What servers that keep pages tell each other through the database. */
package dev.hexadmin.persistence.caching;
