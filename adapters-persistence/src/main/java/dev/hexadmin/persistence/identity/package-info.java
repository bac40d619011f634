/** Accounts, tokens and sign-ins. */
package dev.hexadmin.persistence.identity;
