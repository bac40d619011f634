package dev.hexadmin.persistence.migration;

import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.ResourceProvider;
import org.flywaydb.core.api.resource.LoadableResource;
import org.jspecify.annotations.Nullable;

/**
 * Brings the built-in tables up to date with Flyway.
 *
 * <p>The history is stored in {@value #HISTORY}, separately from the history that an application stores in the same
 * database. Loading Flyway takes most of the time of a start, so it is loaded only when migrations are missing.
 */
public final class Migrations {
    private static final String HISTORY = "admin_schema_history";
    private static final String FOLDER = "META-INF/dev.hexadmin.persistence/db-migrations/";
    private static final Pattern FILE = Pattern.compile("V([0-9]+)__[a-z0-9_]+\\.sql");

    private final Database database;
    private final String folder;

    public Migrations(Database database) {
        this.database = database;
        this.folder = FOLDER + database.kind().name() + "/";
    }

    /**
     * Applies what is missing.
     *
     * @return how many migrations were applied
     * @throws IllegalStateException when a newer version of the program created the database, or a migration fails
     */
    public int apply() {
        List<Bundled> bundled = bundled();
        if (missing(bundled).isEmpty()) {
            return 0;
        }
        return Flyway.configure(Migrations.class.getClassLoader())
                .dataSource(database.migrationSource())
                .table(HISTORY)
                .baselineOnMigrate(true) // a database with an application's tables is accepted
                .baselineVersion("0")
                .outOfOrder(true)
                .locations(new String[0])
                .resourceProvider(new Bundle(folder, bundled))
                .load()
                .migrate()
                .migrationsExecuted;
    }

    /**
     * The scripts that {@link #apply} would run now, each below a comment with its name; changes nothing.
     *
     * @throws IllegalStateException when a newer version of the program created the database
     */
    public List<String> plan() {
        return missing(bundled()).stream()
                .map(migration -> "-- " + migration.file() + "\n"
                        + new Script(folder, migration.file()).text().strip())
                .toList();
    }

    private List<Bundled> missing(List<Bundled> bundled) {
        List<Integer> applied = applied();
        int newest = bundled.stream().mapToInt(Bundled::version).max().orElse(0);
        int present = applied.stream().mapToInt(Integer::intValue).max().orElse(0);
        if (present > newest) {
            throw new IllegalStateException("the database has schema version " + present
                    + ", made by a newer Hexadmin; this one knows versions up to " + newest
                    + ". Start the newer program, or use another database");
        }
        return bundled.stream()
                .filter(migration -> !applied.contains(migration.version()))
                .toList();
    }

    private List<Integer> applied() {
        boolean there =
                database.query(execute -> execute.get(database.kind().sql().tableQuery(), HISTORY))
                                .map(row -> Columns.whole(row, "n"))
                                .orElse(0L)
                        > 0;
        if (!there) {
            return List.of();
        }
        return database.query(execute -> {
            try (Stream<io.helidon.dbclient.DbRow> rows =
                    execute.query("SELECT version, success FROM " + HISTORY + " WHERE version IS NOT NULL")) {
                return rows.filter(row -> Columns.flag(row, "success"))
                        .map(row -> Columns.text(row, "version"))
                        .filter(version -> version.matches("[0-9]{1,6}"))
                        .map(Integer::valueOf)
                        .toList();
            }
        });
    }

    /** A migration that comes with the program. */
    private record Bundled(int version, String file) {}

    private List<Bundled> bundled() {
        CodeSource source = Objects.requireNonNull(
                Migrations.class.getProtectionDomain().getCodeSource(), "the program's own place is unknown");
        URL location = source.getLocation();
        try {
            Path place = Path.of(location.toURI());
            List<Bundled> found = new ArrayList<>();
            if (Files.isDirectory(place)) {
                try (Stream<Path> files = Files.list(place.resolve(folder))) {
                    files.map(file -> String.valueOf(file.getFileName()))
                            .forEach(name -> parse(name).ifPresent(found::add));
                }
            } else {
                try (JarFile jar = new JarFile(place.toFile())) {
                    jar.stream()
                            .map(java.util.zip.ZipEntry::getName)
                            .filter(name -> name.startsWith(folder))
                            .forEach(name ->
                                    parse(name.substring(folder.length())).ifPresent(found::add));
                }
            }
            if (found.isEmpty()) {
                throw new IllegalStateException("no migrations come with this program: " + folder + " is empty");
            }
            found.sort(Comparator.comparingInt(Bundled::version));
            return found;
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the program's own place cannot be read", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<Bundled> parse(String file) {
        Matcher name = FILE.matcher(file);
        return name.matches() ? Optional.of(new Bundled(Integer.parseInt(name.group(1)), file)) : Optional.empty();
    }

    /** The migrations as Flyway takes them, so that it does not scan the class path: it cannot read a named module. */
    private record Bundle(String folder, List<Bundled> files) implements ResourceProvider {
        @Override
        public @Nullable LoadableResource getResource(String name) {
            // Flyway also asks for other files than migrations, and null means that a file does not exist
            return files.stream().anyMatch(each -> each.file().equals(name)) ? new Script(folder, name) : null;
        }

        @Override
        public Collection<LoadableResource> getResources(String prefix, String[] suffixes) {
            List<LoadableResource> found = new ArrayList<>();
            for (Bundled each : files) {
                if (each.file().startsWith(prefix)
                        && Stream.of(suffixes).anyMatch(suffix -> each.file().endsWith(suffix))) {
                    found.add(new Script(folder, each.file()));
                }
            }
            return found;
        }
    }

    private static final class Script extends LoadableResource {
        private final String folder;
        private final String file;

        Script(String folder, String file) {
            this.folder = folder;
            this.file = file;
        }

        @Override
        public Reader read() {
            return new StringReader(text());
        }

        String text() {
            try (InputStream in = Migrations.class.getResourceAsStream("/" + folder + file)) {
                if (in == null) {
                    throw new IllegalStateException("the migration " + file + " is missing from the program");
                }
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public String getAbsolutePath() {
            return folder + file;
        }

        @Override
        public String getAbsolutePathOnDisk() {
            return folder + file;
        }

        @Override
        public String getFilename() {
            return file;
        }

        @Override
        public String getRelativePath() {
            return file;
        }
    }
}
