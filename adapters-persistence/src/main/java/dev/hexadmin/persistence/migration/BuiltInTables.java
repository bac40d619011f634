package dev.hexadmin.persistence.migration;

import dev.hexadmin.persistence.jdbc.DatabaseKinds;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The names of the program's own tables on any kind of database. */
public final class BuiltInTables {
    /** How the names of tables and models of the program itself begin. */
    public static final String PREFIX = "admin_";

    /** Tables that no migration makes: what was applied, of managed tables, of searches in SQLite, and partitions. */
    private static final Pattern UNSCRIPTED = Pattern.compile(
            "admin_schema_(history|state|renames|required)|admin_search_[0-9]+(_.*)?|admin_.+_([0-9]{4}_[0-9]{2}|later)");

    private BuiltInTables() {}

    /** Read once, and only when a table of another one begins like these. */
    private static final class Scripted {
        private static final Set<String> NAMES = DatabaseKinds.INCLUDED.names().stream()
                .flatMap(kind -> new MigrationScripts(kind).tables().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Whether a table is one of the program's own, in any case of letters.
     *
     * @param table without a schema
     */
    public static boolean contains(String table) {
        String name = table.toLowerCase(Locale.ROOT);
        return name.startsWith(PREFIX) && (UNSCRIPTED.matcher(name).matches() || Scripted.NAMES.contains(name));
    }
}
