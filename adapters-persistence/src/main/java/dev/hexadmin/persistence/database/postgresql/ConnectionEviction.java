package dev.hexadmin.persistence.database.postgresql;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;

/**
 * Which failures cost a connection of the pool. The pool takes 0A000 (feature not supported) for a broken connection; it
 * is a statement that a table does not take, such as {@code INSERT RETURNING} under a rule.
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
