package dev.hexadmin.persistence.database.postgresql.dialect;

import java.util.Set;

/**
 * A column as the catalog of PostgreSQL describes it.
 *
 * @param type {@code pg_type.typname}, of the base type for a domain
 * @param declared the type as the server writes it
 * @param schema that has the type, quoted
 * @param domain whether the declared type is a domain over it
 * @param modifier {@code pg_attribute.atttypmod}
 * @param labels the values of an enum type, or of the elements of an array; empty for other types
 * @param collations with which text is compared
 * @param trigrams whether an index has the trigrams of such text in lower case
 */
record PostgresqlColumn(
        String type,
        String declared,
        String schema,
        boolean domain,
        int modifier,
        Set<String> labels,
        Collations collations,
        boolean trigrams) {
    /**
     * The collations with which text is compared.
     *
     * @param folding the one of comparisons that ignore case
     * @param fold the clause that makes a comparison one of these, or nothing
     * @param pattern the clause that lets a pattern be compared, or nothing: a collation that is not deterministic has no
     *     patterns
     */
    record Collations(String folding, String fold, String pattern) {}

    /** Types that have infinities and NaN, which are larger than any number or smaller. */
    private static final Set<String> INFINITE = Set.of("float4", "float8", "numeric");

    private static final Set<String> WHOLE = Set.of("int2", "int4", "int8");

    private static final Set<String> TEXTS = Set.of("text", "varchar", "bpchar", "citext", "name");

    /** Whether the type is of this name. */
    boolean is(String name) {
        return type.equals(name);
    }

    /** Whether infinities and NaN may be in the column. */
    boolean isInfinite() {
        return INFINITE.contains(type);
    }

    /** Whether values are whole numbers of at most 64 bits. */
    boolean isWhole() {
        return WHOLE.contains(type);
    }

    /** Whether values are numbers with an exponent. */
    boolean isFloat() {
        return is("float4") || is("float8");
    }

    /** Whether values are numbers, besides amounts of money. */
    boolean isNumber() {
        return isWhole() || isFloat() || is("numeric");
    }

    /** Whether values are texts of characters. */
    boolean isText() {
        return TEXTS.contains(type);
    }

    /** Whether values are dates with a time. */
    boolean isMoment() {
        return is("timestamp") || is("timestamptz");
    }

    /** Whether the server lets only JSON documents into the column. */
    boolean isDocument() {
        return is("json") || is("jsonb");
    }

    /** Whether it is a column of arrays. */
    boolean isArray() {
        return type.startsWith("_");
    }

    /** Whether the elements of an array are compared by their own type, and not as text. */
    boolean hasOwnElements() {
        return !domain && (PostgresqlColumns.isArrayOfOwnType(type) || !labels.isEmpty());
    }

    /** A value of the column {@code %s} as text. */
    String asText() {
        // the usual text of PostGIS is hexadecimal; with this one the reference system of a value is not lost
        return switch (type) {
            case "geometry", "geography" -> schema + ".st_asewkt(%s)";
            case "inet" -> "abbrev(%s)"; // as it is written: without the mask of a single address
            default -> "%s::text";
        };
    }

    /** An element of an array as text of its field's type. */
    String elementText(String element) {
        return switch (type) {
            case "_bool" -> element.equals("t") ? "true" : "false";
            case "_bpchar" -> element.stripTrailing();
            case "_timestamp" -> element.replace(' ', 'T') + "Z";
            case "_timestamptz" -> element.replace(' ', 'T').replaceFirst("([+-]\\d\\d)$", "$1:00");
            default -> element;
        };
    }

    /** Whether an item of a list, as JSON has it, fits the type of the elements. */
    boolean holdsElement(Object item) {
        return switch (type) {
            case "_int2" -> item instanceof Long number && number == number.shortValue();
            case "_int4" -> item instanceof Long number && number == number.intValue();
            default -> labels.isEmpty() || (item instanceof String label && labels.contains(label));
        };
    }

    /** An array of the elements that are no values of a field; {@code ""} when all are. */
    String unreadableElements() {
        return switch (type) {
            case "_float4", "_float8", "_numeric" -> "{NaN,Infinity,-Infinity}";
            case "_date", "_timestamp", "_timestamptz" -> "{infinity,-infinity}";
            default -> "";
        };
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
