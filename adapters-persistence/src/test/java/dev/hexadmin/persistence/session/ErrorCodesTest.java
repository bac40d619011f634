package dev.hexadmin.persistence.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.ServiceUnavailableException.Reason;
import dev.hexadmin.persistence.database.postgresql.PostgresqlKind;
import dev.hexadmin.persistence.database.sqlite.SqliteKind;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

class ErrorCodesTest {
    private static final ErrorCodes SQLITE = new SqliteKind().errors();
    private static final ErrorCodes POSTGRESQL = new PostgresqlKind().errors();

    @ParameterizedTest
    @CsvSource({
        "53100, DATABASE_FULL",
        "53300, DATABASE_UNAVAILABLE",
        "25006, DATABASE_READ_ONLY",
        "55P03, DATABASE_LOCKED",
        "40P01, DATABASE_LOCKED",
        "40001, DATABASE_LOCKED",
        "08006, DATABASE_UNAVAILABLE",
        "57P01, DATABASE_UNAVAILABLE",
        "57014, DATABASE_UNAVAILABLE",
        "25P03, DATABASE_UNAVAILABLE",
        "25P04, DATABASE_UNAVAILABLE",
        "58030, DATABASE_UNAVAILABLE"
    })
    void states_of_postgresql_have_a_reason(String state, Reason reason) {
        assertThat(POSTGRESQL.reasonOf(new SQLException("failed", state))).contains(reason);
    }

    @ParameterizedTest
    @CsvSource({
        "SQLITE_FULL, DATABASE_FULL",
        "SQLITE_IOERR_WRITE, DATABASE_FULL",
        "SQLITE_IOERR_SHMSIZE, DATABASE_FULL",
        "SQLITE_IOERR_READ, DATABASE_UNAVAILABLE",
        "SQLITE_READONLY, DATABASE_READ_ONLY",
        "SQLITE_READONLY_DIRECTORY, DATABASE_READ_ONLY",
        "SQLITE_BUSY, DATABASE_LOCKED",
        "SQLITE_BUSY_SNAPSHOT, DATABASE_LOCKED",
        "SQLITE_LOCKED, DATABASE_LOCKED",
        "SQLITE_CANTOPEN, DATABASE_UNAVAILABLE",
        "SQLITE_CORRUPT, DATABASE_UNAVAILABLE"
    })
    void result_codes_of_sqlite_have_a_reason(SQLiteErrorCode code, Reason reason) {
        assertThat(SQLITE.reasonOf(new SQLiteException("failed", code))).contains(reason);
    }

    @Test
    void a_statement_at_fault_is_no_outage() {
        assertThat(POSTGRESQL.reasonOf(new SQLException("duplicate", "23505"))).isEmpty();
        assertThat(POSTGRESQL.reasonOf(new SQLException("no table", "42P01"))).isEmpty();
        assertThat(POSTGRESQL.reasonOf(new SQLException("no state"))).isEmpty();
        assertThat(SQLITE.reasonOf(new SQLiteException("duplicate", SQLiteErrorCode.SQLITE_CONSTRAINT_UNIQUE)))
                .isEmpty();
        assertThat(SQLITE.reasonOf(new SQLiteException("no table", SQLiteErrorCode.SQLITE_ERROR)))
                .isEmpty();
    }

    @Test
    void what_a_pool_wraps_decides_and_else_the_pool_itself() {
        assertThat(SQLITE.reasonOf(new SQLTransientConnectionException(
                        "pool", new SQLiteException("full", SQLiteErrorCode.SQLITE_FULL))))
                .contains(Reason.DATABASE_FULL);
        assertThat(POSTGRESQL.reasonOf(new SQLTransientConnectionException("pool", new SQLException("?", "28P01"))))
                .contains(Reason.DATABASE_UNAVAILABLE);
    }

    @Test
    void only_a_lost_connection_leaves_a_commit_in_doubt() {
        assertThat(POSTGRESQL.rolledBack(new SQLException("full", "53100"))).isTrue();
        assertThat(POSTGRESQL.rolledBack(new SQLException("deadlock", "40P01"))).isTrue();
        assertThat(POSTGRESQL.rolledBack(new SQLException("lost", "08006"))).isFalse();
        assertThat(POSTGRESQL.rolledBack(new SQLException("stopping", "57P01"))).isFalse();
    }
}
