/**
 * Search: indexes of the words in records, and finding records by words. How words are indexed, the kind of database says;
 * tables without an index are looked through from the newest record on, up to a bound.
 */
package dev.hexadmin.persistence.search;
