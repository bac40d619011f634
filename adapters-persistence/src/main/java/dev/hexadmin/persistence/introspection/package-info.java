/** Models from the tables of an existing database. */
package dev.hexadmin.persistence.introspection;
