/** Roles and grants in the database. */
package dev.hexadmin.persistence.access;
