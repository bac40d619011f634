package dev.hexadmin.persistence.dialect;

/**
 * The name of a table in a database with schemas, as {@code table} of a model has it: {@code emp}, {@code hr.emp}, or with
 * parts in double quotes, which may contain dots: {@code "old.hr".emp}.
 *
 * @param schema {@code ""} for the one that the database finds by itself
 * @param name the table's own name
 */
public record TableName(String schema, String name) {
    /** The parts of a name. */
    public static TableName parse(String table) {
        boolean quoted = false;
        int dot = -1;
        for (int i = 0; i < table.length(); i++) {
            char c = table.charAt(i);
            quoted ^= c == '"';
            if (c == '.' && !quoted) {
                dot = i;
            }
        }
        return new TableName(dot < 0 ? "" : plain(table.substring(0, dot)), plain(table.substring(dot + 1)));
    }

    private static String plain(String part) {
        return part.length() > 1 && part.startsWith("\"") && part.endsWith("\"")
                ? part.substring(1, part.length() - 1).replace("\"\"", "\"")
                : part;
    }

    /** The name as a model has it. */
    public String text() {
        return schema.isEmpty() ? written(name) : written(schema) + "." + written(name);
    }

    private static String written(String part) {
        return part.indexOf('.') < 0 && part.indexOf('"') < 0 ? part : '"' + part.replace("\"", "\"\"") + '"';
    }
}
