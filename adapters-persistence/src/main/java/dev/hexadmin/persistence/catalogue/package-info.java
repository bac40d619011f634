/** What a database says about its own tables. */
package dev.hexadmin.persistence.catalogue;
