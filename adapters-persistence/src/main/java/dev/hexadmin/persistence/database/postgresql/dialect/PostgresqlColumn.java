package dev.hexadmin.persistence.database.postgresql.dialect;

import java.util.Set;

/**
 * A column as the catalog of PostgreSQL describes it.
 *
 * @param type {@code pg_type.typname}, of the base type for a domain
 * @param modifier {@code pg_attribute.atttypmod}
 * @param labels the values of an enum type; empty for other types
 * @param foldCollation the clause that makes a comparison of text ignore case, or nothing
 * @param folding the collation of that comparison
 * @param trigrams whether an index has the trigrams of such text in lower case
 */
record PostgresqlColumn(
        String type, int modifier, Set<String> labels, String foldCollation, String folding, boolean trigrams) {
    /** Types that have infinities and NaN, which are larger than any number or smaller. */
    private static final Set<String> INFINITE = Set.of("float4", "float8", "numeric");

    /** Whether the type is of this name. */
    boolean is(String name) {
        return type.equals(name);
    }

    /** Whether infinities and NaN may be in the column. */
    boolean isInfinite() {
        return INFINITE.contains(type);
    }

    /** Whether the type has a length, or a precision and a scale. */
    boolean isSized() {
        return modifier >= 4;
    }

    /** How many characters a value has at most; only of a type that {@link #isSized}. */
    int length() {
        return modifier - 4;
    }

    /** How many digits a value has at most; only of a type that {@link #isSized}. */
    int precision() {
        return ((modifier - 4) >>> 16) & 0xffff;
    }

    /** How many of them are after the point. */
    int scale() {
        return (short) ((modifier - 4) << 5) >> 5; // 11 bits with a sign, since PostgreSQL 15
    }
}
