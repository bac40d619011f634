/** Accounts, tokens and sign-ins in SQLite and PostgreSQL. */
package dev.hexadmin.persistence.identity;
