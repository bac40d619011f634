package dev.hexadmin.persistence.database.postgresql;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;

/**
 * Decides which failures evict a connection from the pool. The pool treats 0A000 (feature not supported) as a broken
 * connection, but it is caused by a statement that a table does not support, such as {@code INSERT RETURNING} under a
 * rule.
 */
final class ConnectionEviction implements SQLExceptionOverride {
    private static final String FEATURE_NOT_SUPPORTED = "0A000";

    @java.lang.Override
    public SQLExceptionOverride.Override adjudicate(SQLException failure) {
        return FEATURE_NOT_SUPPORTED.equals(failure.getSQLState())
                ? SQLExceptionOverride.Override.DO_NOT_EVICT
                : SQLExceptionOverride.Override.CONTINUE_EVICT;
    }
}
