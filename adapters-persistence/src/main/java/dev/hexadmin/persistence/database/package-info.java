/** What a kind of database does in its own way; one package below this for each kind. */
package dev.hexadmin.persistence.database;
