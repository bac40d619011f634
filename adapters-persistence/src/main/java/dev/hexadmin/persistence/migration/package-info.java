/** The schema of the built-in tables, and how it is brought up to date. */
package dev.hexadmin.persistence.migration;
