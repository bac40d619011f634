package dev.hexadmin.persistence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.persistence.database.MonthlyPartitions;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PostgresqlMonthlyTablesIT extends MonthlyTablesContract {
    private static final Pattern SCAN =
            Pattern.compile("Scan (?:.* )?on admin_\\w+?_(later|\\d{4}_\\d{2})(?: admin_\\w*)? \\((?!never executed)");

    @Override
    DatabaseSettings migrated() {
        return TestDatabases.migratedPostgresql();
    }

    @Override
    DatabaseSettings empty() {
        return TestDatabases.postgresql();
    }

    @Override
    Connection scripts(DatabaseSettings settings) throws SQLException {
        return TestDatabases.connect(settings);
    }

    @Override
    void refer() {
        TestDatabases.execute(
                settings,
                List.of(
                        "CREATE TABLE \"Remarks\" (entry bigint REFERENCES admin_audit_log (id))",
                        "INSERT INTO \"Remarks\" SELECT id FROM admin_audit_log"));
    }

    @Override
    List<String> months(String table) {
        return texts("SELECT right(c.relname, 7) FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid"
                + " WHERE i.inhparent = '" + table + "'::regclass AND c.relname NOT LIKE '%later' ORDER BY 1");
    }

    @Override
    void analyze() {
        TestDatabases.execute(settings, List.of("ANALYZE"));
    }

    @Override
    List<String> read(String query) {
        return texts("EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) " + query).stream()
                .map(SCAN::matcher)
                .filter(line -> line.find())
                .map(line -> line.group(1))
                .toList();
    }

    @Override
    void fill() {
        super.fill();
        TestDatabases.execute(settings, List.of("ANALYZE admin_audit_log"));
    }

    @Test
    void the_newest_entries_are_read_from_the_newest_months_alone() {
        fill();
        String newest = MonthlyPartitions.suffix(FIRST.plusMonths(2));
        String page = " ORDER BY id DESC LIMIT 25";
        for (String filter : List.of("", " WHERE model = 'products'", " WHERE event = 'update'")) {
            List<String> read = read("SELECT * FROM admin_audit_log" + filter + page);
            assertThat(read).as(filter).contains(newest).doesNotContain(MonthlyPartitions.suffix(FIRST));
        }
        assertThat(
                        read(
                                "SELECT * FROM admin_audit_log WHERE model = 'products' AND record_id = '7' ORDER BY id DESC LIMIT 20"))
                .contains(newest)
                .doesNotContain(MonthlyPartitions.suffix(FIRST));
    }

    @Test
    void partitions_cannot_be_emptied_one_by_one() {
        append(start(FIRST), "1");
        months.advance(start(FIRST.plusMonths(1)));
        append(start(FIRST.plusMonths(1)), "2");
        for (String partition :
                texts("SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'admin_audit_log'::regclass")) {
            assertThatThrownBy(() -> TestDatabases.execute(settings, List.of("TRUNCATE " + partition)))
                    .as(partition)
                    .rootCause()
                    .hasMessageContaining("append-only");
        }
        assertThat(texts("SELECT id FROM admin_audit_log")).hasSize(2);
    }
}
