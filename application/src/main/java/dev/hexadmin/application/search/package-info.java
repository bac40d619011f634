/** Full-text search of records. */
package dev.hexadmin.application.search;
