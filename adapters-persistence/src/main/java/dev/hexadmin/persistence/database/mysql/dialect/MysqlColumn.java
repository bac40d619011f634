package dev.hexadmin.persistence.database.mysql.dialect;

import java.util.Set;

/**
 * A column as {@code information_schema.columns} describes it.
 *
 * @param type {@code data_type}, in lower case
 * @param declared {@code column_type}, such as {@code int(10) unsigned}
 * @param length how many characters or bytes a value has at most
 * @param precision how many digits a number has at most
 * @param scale how many of them are after the point
 * @param exact whether texts are compared byte by byte
 */
record MysqlColumn(String type, String declared, long length, int precision, int scale, boolean exact) {
    private static final Set<String> WHOLE = Set.of("tinyint", "smallint", "mediumint", "int", "bigint", "year");

    private static final Set<String> SHAPES = Set.of(
            "geometry",
            "point",
            "linestring",
            "polygon",
            "multipoint",
            "multilinestring",
            "multipolygon",
            "geometrycollection",
            "geomcollection");

    boolean is(String name) {
        return type.equals(name);
    }

    boolean isUnsigned() {
        return declared.contains("unsigned");
    }

    /** Whether values are whole numbers that fit into 64 bits with a sign. */
    boolean isWhole() {
        return WHOLE.contains(type) && !(is("bigint") && isUnsigned());
    }

    /** Whether values are shapes of geometry. */
    boolean isShape() {
        return SHAPES.contains(type);
    }

    /** Whether values are of a type that no field has. */
    boolean isOther() {
        return MysqlColumns.typeOf(type, declared).isEmpty();
    }

    /** Whether values are bytes. */
    boolean isBytes() {
        return type.endsWith("binary") || type.endsWith("blob");
    }

    /** Whether it has at most this number of characters. */
    boolean isSized() {
        return type.endsWith("char");
    }

    /** The largest whole number in the column. */
    long most() {
        int bits = switch (type) {
            case "tinyint" -> 8;
            case "smallint" -> 16;
            case "mediumint" -> 24;
            case "int" -> 32;
            default -> 64;
        };
        return bits == 64 ? Long.MAX_VALUE : (1L << (isUnsigned() ? bits : bits - 1)) - 1;
    }

    /** The smallest. */
    long least() {
        return isUnsigned() ? 0 : -most() - 1;
    }
}
