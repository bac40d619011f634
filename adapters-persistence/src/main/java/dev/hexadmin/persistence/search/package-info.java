/**
 * Search: indexes of the words in records, and finding records by words. The kind of database defines how words are
 * indexed. In tables without an index, a limited number of records is checked, newest first.
 */
package dev.hexadmin.persistence.search;
