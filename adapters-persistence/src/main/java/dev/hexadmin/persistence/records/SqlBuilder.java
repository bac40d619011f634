package dev.hexadmin.persistence.records;

import dev.hexadmin.persistence.dialect.ColumnCodec;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Builds a statement: its text uses names of the registry, and values always become parameters. The text depends only
 * on the shape of the query, the limit and the offset of the first pages, so the statement stays prepared.
 */
final class SqlBuilder {
    private final StringBuilder text;
    private final List<Parameter> parameters = new ArrayList<>();
    private final List<Integer> places = new ArrayList<>();
    private int aliases;

    /** Binds a value to a statement. */
    private interface Parameter {
        void bind(PreparedStatement statement, int at) throws SQLException;
    }

    SqlBuilder(String start) {
        this.text = new StringBuilder(256).append(start);
    }

    SqlBuilder add(String sql) {
        text.append(sql);
        return this;
    }

    SqlBuilder value(ColumnCodec codec, Object value) {
        return parameter(1, (statement, at) -> codec.bind(statement, at, value));
    }

    /** That a column is one of the values. */
    SqlBuilder in(ColumnCodec codec, String column, Collection<?> values) {
        return add(codec.in(column, codec.places(values.size()))).values(codec, values);
    }

    private SqlBuilder values(ColumnCodec codec, Collection<?> values) {
        return parameter(codec.places(values.size()), (statement, at) -> codec.bindAll(statement, at, values));
    }

    private SqlBuilder parameter(int width, Parameter parameter) {
        parameters.add(parameter);
        places.add(width);
        return this;
    }

    SqlBuilder text(String value) {
        return parameter(1, (statement, at) -> statement.setString(at, value));
    }

    SqlBuilder number(long value) {
        return parameter(1, (statement, at) -> statement.setLong(at, value));
    }

    /**
     * Limits the number of rows. The number is part of the text: PostgreSQL plans a statement again for each execution
     * when its limit is a parameter, because the plan for any limit is one for a tenth of the rows.
     */
    SqlBuilder limit(long rows) {
        text.append(" LIMIT ").append(rows);
        return this;
    }

    /** Up to here a number of skipped records is part of the text, as a limit is; the statements of further pages are too many. */
    private static final int FIRST_PAGES = 1_000;

    /** Skips a number of rows; 0 for none. */
    SqlBuilder offset(long rows) {
        if (rows == 0) {
            return this;
        }
        if (rows <= FIRST_PAGES) {
            text.append(" OFFSET ").append(rows);
            return this;
        }
        return add(" OFFSET ?").number(rows);
    }

    /** An alias for a table that is unique in this statement. */
    String alias() {
        return "t" + ++aliases;
    }

    int length() {
        return text.length();
    }

    @Override
    public String toString() {
        return text.toString();
    }

    PreparedStatement bound(PreparedStatement statement) throws SQLException {
        bind(statement, 1);
        return statement;
    }

    /** Binds the parameters from a place on, and returns the place behind them. */
    int bind(PreparedStatement statement, int first) throws SQLException {
        int at = first;
        for (int i = 0; i < parameters.size(); i++) {
            parameters.get(i).bind(statement, at);
            at += places.get(i);
        }
        return at;
    }
}
