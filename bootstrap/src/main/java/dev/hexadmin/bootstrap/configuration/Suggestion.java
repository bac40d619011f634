package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.domain.text.Nearest;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The word of a configuration file that was probably meant by one that is unknown. */
final class Suggestion {
    /** The length in {@code varchar(20)}, and the signs of names in other languages. */
    private static final Pattern IGNORED = Pattern.compile("\\(.*|[^\\p{L}\\p{N}]");

    /** What SQL, Java, Django, Rails, Prisma and Directus call the same thing, without case and underscores. */
    private static final List<Map.Entry<String, String>> MEANINGS = List.of(
            Map.entry(
                    "integer",
                    "int int2 int4 int8 smallint bigint tinyint serial bigserial long short number autofield"),
            Map.entry("boolean", "bool bit"),
            Map.entry("string", "varchar varchar2 nvarchar char character charfield"),
            Map.entry("text", "longtext mediumtext clob textarea textfield"),
            Map.entry("datetime", "timestamp timestamptz timestampz instant localdatetime offsetdatetime"),
            Map.entry("date", "localdate"),
            Map.entry("time", "localtime timetz"),
            Map.entry("decimal", "numeric money bigdecimal dec"),
            Map.entry("float", "double real float4 float8 doubleprecision"),
            Map.entry("json", "jsonb object map dict"),
            Map.entry("binary", "bytea blob bytes varbinary longblob"),
            Map.entry("list", "array strings tags"),
            Map.entry("duration", "interval"),
            Map.entry("uuid", "guid"),
            Map.entry("markdown", "richtext html wysiwyg"),
            Map.entry("file", "attachment upload"),
            Map.entry("image", "picture photo"),
            Map.entry("colour", "color"),
            Map.entry("url", "uri link"),
            Map.entry("reference", "foreignkey fk relation manytoone belongsto m2o ref"),
            Map.entry("references", "manytomany m2m hasmany"),
            Map.entry("enum", "select choice dropdown"),
            Map.entry("values", "choices options enum"),
            Map.entry("maximum", "max maxvalue"),
            Map.entry("minimum", "min minvalue"),
            Map.entry("max_length", "length size"),
            Map.entry("nullable", "null isnullable allownull"),
            Map.entry("primary_key", "pk primary isprimary id"),
            Map.entry("pattern", "regex regexp"),
            Map.entry("help", "helptext description hint comment note"),
            Map.entry("label", "title verbosename caption"),
            Map.entry("label_plural", "verbosenameplural plural"),
            Map.entry("colours", "colors"),
            Map.entry("to", "target references foreignkey relatedmodel collection"),
            Map.entry("column", "dbcolumn columnname"),
            Map.entry("precision", "digits maxdigits"),
            Map.entry("scale", "decimalplaces"),
            Map.entry("index", "dbindex indexed"),
            Map.entry("generated", "auto autoincrement identity autonow autonowadd"),
            Map.entry("default_expression", "dbdefault"),
            Map.entry("accept", "mime mimetypes contenttypes"),
            Map.entry("max_bytes", "maxsize"),
            Map.entry("of", "itemtype"),
            Map.entry("visible_if", "showif condition"),
            Map.entry("required", "notnull mandatory"),
            Map.entry("table", "dbtable tablename"),
            Map.entry("display", "displaytemplate titlefield str tostring"),
            Map.entry("list_display", "columns listcolumns"),
            Map.entry("list_filter", "filters"),
            Map.entry("search_fields", "search searchable"),
            Map.entry("page_size", "perpage listperpage"),
            Map.entry("ordering", "order orderby sort sortby"),
            Map.entry("nav_group", "group section menu"),
            Map.entry("unique_together", "uniqueconstraints indexes"),
            Map.entry("fields", "properties attributes columns"));

    private Suggestion() {}

    /** The known word that means the same elsewhere, or else the nearest one. */
    static Optional<String> of(String given, Collection<String> known) {
        String word = IGNORED.matcher(given.toLowerCase(Locale.ROOT)).replaceAll("");
        return MEANINGS.stream()
                .filter(meaning -> known.contains(meaning.getKey())
                        && List.of(meaning.getValue().split(" ")).contains(word))
                .map(Map.Entry::getKey)
                .findFirst()
                .or(() -> Nearest.to(given, known));
    }
}
