/** The fields that lists are ordered and filtered by, and the indexes that are missing for them. */
package dev.hexadmin.persistence.indexes;
