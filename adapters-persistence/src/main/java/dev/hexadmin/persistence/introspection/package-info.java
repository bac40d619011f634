/** Models from the tables of a database that nobody here designed. */
package dev.hexadmin.persistence.introspection;
