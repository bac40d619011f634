package dev.hexadmin.persistence.dialect;

import java.util.List;

/**
 * A comparison of text with a pattern.
 *
 * @param sql with a {@code ?} for each parameter
 * @param parameters text, in order
 */
public record Match(String sql, List<String> parameters) {}
