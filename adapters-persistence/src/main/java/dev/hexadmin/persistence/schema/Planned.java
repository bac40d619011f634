package dev.hexadmin.persistence.schema;

/**
 * A statement.
 *
 * @param subject what it is for
 * @param slow whether it rewrites a table
 */
record Planned(String sql, String subject, boolean slow) {
    Planned(String sql, String subject) {
        this(sql, subject, false);
    }
}
