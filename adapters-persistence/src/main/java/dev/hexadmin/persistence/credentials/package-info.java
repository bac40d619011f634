/** Passwords and one-time codes. */
package dev.hexadmin.persistence.credentials;
