package dev.hexadmin.persistence.migration;

import java.io.Reader;
import java.io.StringReader;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.ResourceProvider;
import org.flywaydb.core.api.resource.LoadableResource;
import org.jspecify.annotations.Nullable;

/**
 * Calls Flyway. Loaded by {@link IsolatedFlyway} together with Flyway, so it shares only types of the JDK with its caller.
 *
 * @param history the table in which the applied migrations are recorded
 * @param scripts the SQL of each file, by its name
 */
record FlywayRun(String history, Map<String, String> scripts) implements ToIntFunction<DataSource> {
    @Override
    public int applyAsInt(DataSource source) {
        return Flyway.configure(FlywayRun.class.getClassLoader())
                .dataSource(source)
                .table(history)
                .baselineOnMigrate(true) // a database with an application's tables is accepted
                .baselineVersion("0")
                .outOfOrder(true)
                .locations(new String[0])
                .resourceProvider(new Scripts(scripts))
                .load()
                .migrate()
                .migrationsExecuted;
    }

    /** The migrations as Flyway takes them, so that it scans neither class path nor folders. */
    private record Scripts(Map<String, String> texts) implements ResourceProvider {
        @Override
        public @Nullable LoadableResource getResource(String name) {
            // Flyway also asks for other files than migrations, and null means that a file does not exist
            String text = texts.get(name);
            return text == null ? null : new Script(name, text);
        }

        @Override
        public Collection<LoadableResource> getResources(String prefix, String[] suffixes) {
            return List.copyOf(texts.entrySet().stream()
                    .filter(each -> each.getKey().startsWith(prefix)
                            && Stream.of(suffixes).anyMatch(each.getKey()::endsWith))
                    .map(each -> new Script(each.getKey(), each.getValue()))
                    .toList());
        }
    }

    private static final class Script extends LoadableResource {
        private final String file;
        private final String text;

        Script(String file, String text) {
            this.file = file;
            this.text = text;
        }

        @Override
        public Reader read() {
            return new StringReader(text);
        }

        @Override
        public String getAbsolutePath() {
            return file;
        }

        @Override
        public String getAbsolutePathOnDisk() {
            return file;
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
