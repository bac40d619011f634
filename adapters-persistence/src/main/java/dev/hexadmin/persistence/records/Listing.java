package dev.hexadmin.persistence.records;

import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.ListQuery;
import dev.hexadmin.domain.records.ListQuery.Position;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.jdbc.Session;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list. Rows go to the sink as they come; only a page that needs other tables, or that is read
 * backwards, is held until it is complete.
 */
final class Listing {
    private final Tables tables;
    private final Session session;
    private final ListQuery query;
    private final Table table;
    private final Plan plan;
    private final Column[] order;
    private final boolean[] descending;
    private final boolean backwards;

    Listing(Tables tables, Session session, ListQuery query) throws SQLException {
        this.tables = tables;
        this.session = session;
        this.query = query;
        this.table = tables.of(session, query.model());
        this.plan = table.plan(query.shape());
        this.backwards = query.position() instanceof Position.Before;
        List<ListQuery.Order> ordering = query.ordering();
        this.order = new Column[ordering.size()];
        this.descending = new boolean[order.length];
        for (int i = 0; i < order.length; i++) {
            order[i] = table.column(ordering.get(i).field());
            descending[i] = ordering.get(i).descending() != backwards;
        }
    }

    Records.Slice run(RecordSink sink) throws SQLException {
        int[] orderAt = new int[order.length];
        Sql sql = statement(orderAt);
        boolean held = backwards || !plan.related().isEmpty();
        List<HeldRecord> records = held ? new ArrayList<>(query.limit()) : List.of();
        RelatedRecords related = new RelatedRecords(tables, session);
        int keyAt = keyAt(orderAt);
        @Nullable Object[] first = new @Nullable Object[0];
        @Nullable Object[] last = new @Nullable Object[0];
        int size = 0;
        boolean more = false;
        try (Session.Prepared prepared = session.prepare(sql.toString());
                ResultSet row = sql.bound(prepared.statement()).executeQuery()) {
            Column[] shown = plan.shown();
            int[] fields = plan.fields();
            while (row.next()) {
                if (size == query.limit()) {
                    more = true;
                    break;
                }
                if (held) {
                    records.add(related.hold(plan, row, keyAt));
                } else {
                    sink.begin();
                    for (int i = 0; i < shown.length; i++) {
                        shown[i].codec().emit(row, i + 1, sink, fields[i]);
                    }
                    sink.end();
                }
                if (size < 2) {
                    last = new @Nullable Object[order.length];
                }
                for (int i = 0; i < order.length; i++) {
                    last[i] = order[i].codec().read(row, orderAt[i]);
                }
                if (size == 0) {
                    first = last;
                }
                size++;
            }
        }
        if (held) {
            if (backwards) {
                Collections.reverse(records);
            }
            related.give(plan, records, sink);
        }
        List<@Nullable Object> start = Arrays.asList(backwards ? last : first);
        List<@Nullable Object> end = Arrays.asList(backwards ? first : last);
        return switch (query.position()) {
            case Position.Page(int number) -> {
                long before = (number - 1L) * query.limit();
                OptionalLong known =
                        !more && (size > 0 || number == 1) ? OptionalLong.of(before + size) : OptionalLong.empty();
                yield new Records.Slice(size, total(known), number > 1, more, start, end);
            }
            case Position.After after -> new Records.Slice(size, total(OptionalLong.empty()), true, more, start, end);
            case Position.Before before -> new Records.Slice(size, total(OptionalLong.empty()), more, true, start, end);
        };
    }

    private int keyAt(int[] orderAt) {
        for (int i = 0; i < order.length; i++) {
            if (order[i].index() == table.key()[0].index()) {
                return orderAt[i];
            }
        }
        throw new IllegalArgumentException("the order of a list ends with the primary key");
    }

    private Sql statement(int[] orderAt) throws SQLException {
        Sql sql = new Sql("SELECT ").add(plan.selected());
        int selected = plan.shown().length;
        for (int i = 0; i < order.length; i++) {
            orderAt[i] = plan.positionOf(order[i]);
            if (orderAt[i] == 0) {
                sql.add(selected == 0 ? "" : ", ").add(order[i].of("t0"));
                orderAt[i] = ++selected;
            }
        }
        sql.add(" FROM ").add(table.name()).add(" t0");
        String joint = " WHERE ";
        if (!always(query.condition())) {
            sql.add(joint);
            new Conditions(tables, session, sql).add(query.condition(), table, "t0");
            joint = " AND ";
        }
        switch (query.position()) {
            case Position.Page page -> {}
            case Position.After(List<@Nullable Object> values) -> beyond(sql.add(joint), values);
            case Position.Before(List<@Nullable Object> values) -> beyond(sql.add(joint), values);
        }
        for (int i = 0; i < order.length; i++) {
            sql.add(i == 0 ? " ORDER BY " : ", ")
                    .add(order[i].codec().ordered(order[i].of("t0")))
                    .add(descending[i] ? " DESC" : "")
                    .add(tables.dialect().nulls(order[i].nullable(), descending[i]));
        }
        sql.add(" LIMIT ?").number(query.limit() + 1L);
        if (query.position() instanceof Position.Page(int number) && number > 1) {
            sql.add(" OFFSET ?").number((number - 1L) * query.limit());
        }
        return sql;
    }

    static boolean always(Condition condition) {
        return condition instanceof Condition.All(List<Condition> parts) && parts.isEmpty();
    }

    /** That a row comes after the one with these sort values; null comes before any value. */
    private void beyond(Sql sql, List<@Nullable Object> values) {
        if (values.size() != order.length) {
            throw new IllegalArgumentException(values.size() + " sort values for an order of " + order.length);
        }
        if (oneDirectionWithoutNulls()) {
            for (int i = 0; i < order.length; i++) {
                sql.add(i == 0 ? "(" : ", ").add(compared(i));
            }
            sql.add(descending[0] ? ") < (" : ") > (");
            for (int i = 0; i < order.length; i++) {
                sql.add(i == 0 ? "?" : ", ?");
                value(sql, i, values);
            }
            sql.add(")");
            return;
        }
        if (values.getFirst() != null && !(descending[0] && order[0].nullable())) {
            // says nothing new, but lets an index start here
            sql.add(compared(0)).add(descending[0] ? " <= ? AND " : " >= ? AND ");
            value(sql, 0, values);
        }
        for (int i = 0; i < order.length; i++) {
            sql.add("(");
            strictlyBeyond(sql, i, values);
            if (i < order.length - 1) {
                sql.add(" OR (").add(compared(i));
                if (values.get(i) == null) {
                    sql.add(" IS NULL AND ");
                } else {
                    sql.add(" = ? AND ");
                    value(sql, i, values);
                }
            }
        }
        sql.add("))".repeat(order.length - 1)).add(")");
    }

    private void strictlyBeyond(Sql sql, int i, List<@Nullable Object> values) {
        if (values.get(i) == null) {
            sql.add(descending[i] ? "1 = 0" : compared(i) + " IS NOT NULL");
        } else if (descending[i]) {
            sql.add(order[i].nullable() ? "(" : "").add(compared(i)).add(" < ?");
            value(sql, i, values);
            sql.add(order[i].nullable() ? " OR " + compared(i) + " IS NULL)" : "");
        } else {
            sql.add(compared(i)).add(" > ?");
            value(sql, i, values);
        }
    }

    private boolean oneDirectionWithoutNulls() {
        for (int i = 0; i < order.length; i++) {
            if (order[i].nullable() || descending[i] != descending[0]) {
                return false;
            }
        }
        return true;
    }

    private String compared(int i) {
        return order[i].codec().ordered(order[i].of("t0"));
    }

    private void value(Sql sql, int i, List<@Nullable Object> values) {
        @Nullable Object value = values.get(i);
        if (value == null) {
            throw new IllegalArgumentException(
                    "a null to start from in '" + order[i].field().name() + "', which has none");
        }
        sql.value(order[i].codec(), value);
    }

    private OptionalLong total(OptionalLong known) throws SQLException {
        return switch (query.count()) {
            case NONE -> OptionalLong.empty();
            case EXACT -> known.isPresent() ? known : OptionalLong.of(count(tables, session, table, query.condition()));
            case ESTIMATED -> known.isPresent() ? known : OptionalLong.of(estimate());
        };
    }

    /** What the database believes of a whole large table; else a count that stops above {@link Dialect#COUNTED}. */
    private long estimate() throws SQLException {
        if (always(query.condition())) {
            OptionalLong believed = tables.dialect().estimatedRows(session, table.model());
            if (believed.isPresent() && believed.getAsLong() > Dialect.COUNTED) {
                return believed.getAsLong();
            }
        }
        Sql sql = new Sql("SELECT count(*) FROM (SELECT 1 FROM ")
                .add(table.name())
                .add(" t0 WHERE ");
        new Conditions(tables, session, sql).add(query.condition(), table, "t0");
        return number(session, sql.add(" LIMIT ?) c").number(Dialect.COUNTED + 1L));
    }

    static long count(Tables tables, Session session, Table table, Condition condition) throws SQLException {
        Sql sql = new Sql("SELECT count(*) FROM ").add(table.name()).add(" t0");
        if (!always(condition)) {
            new Conditions(tables, session, sql.add(" WHERE ")).add(condition, table, "t0");
        }
        return number(session, sql);
    }

    private static long number(Session session, Sql sql) throws SQLException {
        try (Session.Prepared prepared = session.prepare(sql.toString());
                ResultSet row = sql.bound(prepared.statement()).executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }
}
