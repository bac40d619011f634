/**
 * Indexes of the words in records, and looking things up in them.
 *
 * <p>On SQLite an index is an FTS5 table of trigrams. Writing it costs many times what writing the record does, so
 * triggers only note which records changed, and {@link SearchTables#catchUp} writes the index a little later; what is
 * noted and not yet indexed is looked through. On PostgreSQL it is a GIN index of trigrams, which the database keeps.
 * Tables that have neither are looked through from the newest record on, up to a bound.
 */
package dev.hexadmin.persistence.search;
