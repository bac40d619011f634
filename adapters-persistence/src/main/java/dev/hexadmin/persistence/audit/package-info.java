/** The audit log in the database. */
package dev.hexadmin.persistence.audit;
