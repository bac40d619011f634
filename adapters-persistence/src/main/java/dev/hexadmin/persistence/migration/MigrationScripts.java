package dev.hexadmin.persistence.migration;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The migrations for one kind of database that come with the program. */
final class MigrationScripts {
    private static final String FOLDER = "META-INF/dev.hexadmin.persistence/db-migrations/";
    private static final String INDEX = "index"; // the names of the files: a module, a jar in a jar cannot be listed
    private static final Pattern TABLE = Pattern.compile("CREATE TABLE (?:IF NOT EXISTS )?(admin_[a-z0-9_]+)");
    private static final Pattern FILE = Pattern.compile("V([0-9]+)__[a-z0-9_]+\\.sql");

    private final String folder;

    MigrationScripts(String kind) {
        this.folder = FOLDER + kind + "/";
    }

    record Script(int version, String file) {}

    /** In the order of their versions. */
    List<Script> all() {
        List<Script> found = text(INDEX)
                .lines()
                .map(FILE::matcher)
                .filter(Matcher::matches)
                .map(name -> new Script(Integer.parseInt(name.group(1)), name.group()))
                .sorted(Comparator.comparingInt(Script::version))
                .toList();
        if (found.isEmpty()) {
            throw new IllegalStateException("no migrations come with this program: " + folder + INDEX + " is empty");
        }
        return found;
    }

    String text(String file) {
        try (InputStream in = MigrationScripts.class.getResourceAsStream("/" + folder + file)) {
            if (in == null) {
                throw new IllegalStateException("the file " + folder + file + " is missing from the program");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The names of the tables that they create. */
    Set<String> tables() {
        return all().stream()
                .flatMap(script -> TABLE.matcher(text(script.file())).results())
                .map(table -> table.group(1))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
