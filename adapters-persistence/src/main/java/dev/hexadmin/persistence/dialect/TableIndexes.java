package dev.hexadmin.persistence.dialect;

import java.util.Set;

/**
 * What the indexes of all rows of a table serve, by the names of fields.
 *
 * @param ordered fields with which an index begins
 * @param prefixes those of {@code ordered} whose index finds the texts that start with another
 * @param unique fields each value of which is in one row at most, also as the values are ordered
 */
public record TableIndexes(Set<String> ordered, Set<String> prefixes, Set<String> unique) {}
