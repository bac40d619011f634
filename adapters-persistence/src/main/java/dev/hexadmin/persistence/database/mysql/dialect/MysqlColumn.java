package dev.hexadmin.persistence.database.mysql.dialect;

import java.nio.charset.Charset;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A column as {@code information_schema.columns} describes it.
 *
 * @param type {@code data_type}, in lower case
 * @param declared {@code column_type}, such as {@code int(10) unsigned}
 * @param length how many characters or bytes a value has at most
 * @param precision how many digits a number has at most
 * @param scale how many of them are after the point
 * @param exact whether texts are compared byte by byte
 * @param characters the name of the character set of texts, or empty
 */
record MysqlColumn(
        String type, String declared, long length, int precision, int scale, boolean exact, String characters) {
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

    /** The character sets with less than all of Unicode, by their names of MySQL, which often differ from those of Java. */
    private static final Map<String, String> CHARACTER_SETS = Map.ofEntries(
            Map.entry("ascii", "US-ASCII"),
            Map.entry("big5", "Big5"),
            Map.entry("cp1250", "windows-1250"),
            Map.entry("cp1251", "windows-1251"),
            Map.entry("cp1256", "windows-1256"),
            Map.entry("cp1257", "windows-1257"),
            Map.entry("cp850", "IBM850"),
            Map.entry("cp852", "IBM852"),
            Map.entry("cp866", "IBM866"),
            Map.entry("cp932", "windows-31j"),
            Map.entry("eucjpms", "EUC-JP"),
            Map.entry("euckr", "EUC-KR"),
            Map.entry("gb2312", "GB2312"),
            Map.entry("gbk", "GBK"),
            Map.entry("greek", "ISO-8859-7"),
            Map.entry("hebrew", "ISO-8859-8"),
            Map.entry("koi8r", "KOI8-R"),
            Map.entry("koi8u", "KOI8-U"),
            Map.entry("latin1", "windows-1252"),
            Map.entry("latin2", "ISO-8859-2"),
            Map.entry("latin5", "ISO-8859-9"),
            Map.entry("latin7", "ISO-8859-13"),
            Map.entry("sjis", "Shift_JIS"),
            Map.entry("tis620", "TIS-620"),
            Map.entry("ujis", "EUC-JP"));

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

    /** Whether values are whole numbers, of any size, besides years. */
    boolean isInteger() {
        return WHOLE.contains(type) && !is("year");
    }

    /** Whether values are numbers with an exponent. */
    boolean isFloat() {
        return is("float") || is("double");
    }

    /** Whether values are numbers, besides years and bits. */
    boolean isNumber() {
        return isInteger() || isFloat() || is("decimal");
    }

    /** Whether values are dates with a time. */
    boolean isMoment() {
        return is("datetime") || is("timestamp");
    }

    /** Whether values are texts of characters. */
    boolean isText() {
        return is("char") || is("varchar") || type.endsWith("text");
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

    /** Whether every character of a text can be in the column. */
    boolean takes(String text) {
        if (characters.equals("utf8") || characters.equals("utf8mb3") || characters.equals("ucs2")) {
            return text.chars().noneMatch(unit -> Character.isSurrogate((char) unit));
        }
        @Nullable String name = CHARACTER_SETS.get(characters);
        return name == null
                || !Charset.isSupported(name)
                || Charset.forName(name).newEncoder().canEncode(text);
    }

    /** The largest whole number in the column. */
    long most() {
        if (type.equals("year")) {
            return 2155;
        }
        int bits = switch (type) {
            case "tinyint" -> 8;
            case "smallint" -> 16;
            case "mediumint" -> 24;
            case "int" -> 32;
            default -> 64;
        };
        return bits == 64 ? Long.MAX_VALUE : (1L << (isUnsigned() ? bits : bits - 1)) - 1;
    }

    /** The smallest; a year may also be 0. */
    long least() {
        if (type.equals("year")) {
            return 1901;
        }
        return isUnsigned() ? 0 : -most() - 1;
    }
}
