package dev.hexadmin.persistence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.persistence.database.SqlFragments;
import dev.hexadmin.persistence.session.Session;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the statements on built-in tables for every kind of database. */
abstract class SqlFragmentsContract {
    @TempDir
    Path folder;

    private Database database;
    private SqlFragments sql;

    abstract DatabaseSettings settings(Path files);

    @BeforeEach
    void open() {
        database = Database.open(settings(folder));
        sql = database.kind().sql();
        change("CREATE TABLE things (name VARCHAR(40) PRIMARY KEY, size INTEGER NOT NULL)");
    }

    @AfterEach
    void close() {
        database.close();
    }

    private int change(String statement, long... values) {
        return database.write(scope -> database.change(session -> session.update(statement, values)));
    }

    private Optional<Long> number(String query, long... values) {
        return database.read(session -> session.number(query, values));
    }

    @Test
    void seconds_ago_is_before_now() {
        String difference = "SELECT CASE WHEN " + sql.ago("?") + " < " + sql.now() + " THEN 1 ELSE 0 END";
        assertThat(number(difference, 60)).contains(1L);
        assertThat(number(difference, -60)).contains(0L);
    }

    @Test
    void a_row_that_is_there_stays_as_it_is() {
        List<Boolean> inserted = database.write(scope -> database.execute(execute -> Stream.of(1, 2)
                .map(size -> database.insertNew(execute, "INSERT INTO things (name, size) VALUES ('cup', ?)", size))
                .toList()));
        assertThat(inserted).containsExactly(true, false);
        assertThat(number("SELECT size FROM things")).contains(1L);
    }

    @Test
    void a_row_that_is_there_gets_the_new_values() {
        String insert = "INSERT INTO things (name, size) VALUES ('cup', ?)" + sql.orUpdate("name", "size");
        change(insert, 1);
        change(insert, 2);
        assertThat(number("SELECT size FROM things")).contains(2L);
    }

    @Test
    void one_of_several_values_is_found_whatever_their_number() {
        for (int i = 1; i <= 5; i++) {
            change("INSERT INTO things (name, size) VALUES ('thing " + i + "', ?)", i);
        }
        for (int size = 1; size <= 5; size++) {
            List<Long> wanted = new ArrayList<>();
            for (long i = 1; i <= size; i++) {
                wanted.add(i);
            }
            assertThat(found(wanted)).isEqualTo(wanted);
        }
    }

    private List<Long> found(List<Long> wanted) {
        return database.read(session -> {
            List<Long> found = new ArrayList<>();
            try (Session.Prepared prepared = session.prepare(
                    "SELECT size FROM things WHERE size " + sql.oneOf(wanted.size()) + " ORDER BY size")) {
                sql.setOneOf(prepared.statement(), 1, "bigint", wanted);
                try (ResultSet row = prepared.statement().executeQuery()) {
                    while (row.next()) {
                        found.add(row.getLong(1));
                    }
                }
            }
            return found;
        });
    }

    @Test
    void booleans_in_statements_are_those_of_parameters() {
        for (boolean flag : List.of(true, false)) {
            long matches = database.read(session -> {
                try (Session.Prepared prepared =
                        session.prepare("SELECT CASE WHEN " + sql.literal(flag) + " = ? THEN 1 ELSE 0 END")) {
                    prepared.statement().setObject(1, sql.parameter(flag));
                    try (ResultSet row = prepared.statement().executeQuery()) {
                        row.next();
                        return row.getLong(1);
                    }
                }
            });
            assertThat(matches).isOne();
            String flagged = "SELECT count(*) FROM (SELECT " + sql.literal(flag) + " AS flag) AS one WHERE ";
            assertThat(number(flagged + sql.isTrue("flag"))).contains(flag ? 1L : 0L);
            assertThat(number(flagged + sql.isFalse("flag"))).contains(flag ? 0L : 1L);
        }
    }

    @Test
    void a_lock_is_free_again_after_its_transaction() {
        for (int i = 0; i < 2; i++) {
            boolean held = database.write(scope -> database.change(session -> sql.tryLock(session, 7)));
            assertThat(held).isTrue();
        }
    }

    @Test
    void values_of_columns_are_read_as_they_were_written() {
        Instant moment = Instant.parse("2026-11-22T10:11:12.123456Z");
        UUID uuid = UUID.fromString("7d444840-9dc0-11d1-b245-5ffdce74fad2");
        database.read(session -> {
            try (Session.Prepared prepared =
                    session.prepare("SELECT " + sql.uuid("?") + ", CAST(? AS " + momentType() + ")")) {
                prepared.statement().setString(1, uuid.toString());
                sql.setMoment(prepared.statement(), 2, Optional.of(moment));
                try (ResultSet row = prepared.statement().executeQuery()) {
                    row.next();
                    assertThat(row.getString(1)).isEqualTo(uuid.toString());
                    assertThat(sql.moment(row, 2)).contains(moment);
                }
            }
            return session;
        });
    }

    /** The type of columns of moments. */
    abstract String momentType();
}
