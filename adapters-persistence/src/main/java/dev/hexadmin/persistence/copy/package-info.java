/** The copy of an installation in another database: its own tables and those of managed models, of any kind to any kind. */
package dev.hexadmin.persistence.copy;
