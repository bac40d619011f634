/** What the error codes of each kind of database mean for those who asked. */
package dev.hexadmin.persistence.errors;
