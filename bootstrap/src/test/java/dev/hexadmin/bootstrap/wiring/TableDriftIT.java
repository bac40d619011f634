package dev.hexadmin.bootstrap.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.bootstrap.configuration.ModelsYaml;
import dev.hexadmin.persistence.Persistence;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableDriftIT {
    private static final Logger LOG = Logger.getLogger(TableDrift.class.getName());

    @TempDir
    Path folder;

    private final List<String> lines = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            lines.add(MessageFormat.format(line.getMessage(), line.getParameters()));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        LOG.addHandler(handler);
    }

    @AfterEach
    void stop() {
        LOG.removeHandler(handler);
    }

    @Test
    void a_difference_is_logged_once_and_again_when_it_comes_back() {
        DatabaseSettings database = TestDatabases.sqlite(folder);
        TestDatabases.execute(database, List.of("CREATE TABLE things (id integer PRIMARY KEY, name text)"));
        try (Persistence persistence = Persistence.open(database)) {
            TableDrift drift = new TableDrift(
                    List.of(),
                    false,
                    persistence,
                    ModelsYaml.read(
                            "models.yaml",
                            "models: { things: { fields: { id: { type: integer, primary_key: true }, name: { type: text } } } }",
                            Set.of()));
            drift.look();
            assertThat(lines).isEmpty();
            TestDatabases.execute(database, List.of("ALTER TABLE things RENAME COLUMN name TO called"));
            drift.look();
            drift.look();
            assertThat(lines).hasSize(2);
            assertThat(lines.getFirst())
                    .contains("+ things.called: {type: text}", "'hexadmin introspect --diff' prints all");
            assertThat(lines.getLast()).contains("- things.name: the table 'things' has no column 'name'");
            TestDatabases.execute(database, List.of("ALTER TABLE things RENAME COLUMN called TO name"));
            drift.look();
            TestDatabases.execute(database, List.of("DROP TABLE things"));
            drift.look();
            assertThat(lines).hasSize(3);
            assertThat(lines.getLast()).contains("- things: there is no table 'things'");
        }
    }
}
