package dev.hexadmin.persistence.records;

import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.ListQuery;
import dev.hexadmin.domain.records.ListQuery.Position;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.persistence.jdbc.Session;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
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

    /**
     * A stretch of the order that an index gives from its start, because all or none of its rows have null in the first
     * sort field.
     *
     * @param nulls whether the first sort field is null; empty where that makes no difference
     * @param beyond the sort values the stretch starts after; empty: it is whole
     */
    private record Stretch(Optional<Boolean> nulls, Optional<List<@Nullable Object>> beyond) {}

    /** What is read, one after the other, until the page is full. */
    private List<Stretch> stretches() {
        boolean nullable = order[0].nullable();
        Optional<List<@Nullable Object>> from = switch (query.position()) {
            case Position.Page page -> Optional.empty();
            case Position.After(List<@Nullable Object> values) -> Optional.of(values);
            case Position.Before(List<@Nullable Object> values) -> Optional.of(values);
        };
        if (from.isPresent() && from.get().size() != order.length) {
            throw new IllegalArgumentException(from.get().size() + " sort values for an order of " + order.length);
        }
        boolean nullsByThemselves = nullable
                && (from.isPresent()
                        || (query.position().equals(new Position.Page(1))
                                && !tables.dialect().nulls(true, descending[0]).isEmpty()));
        if (!nullsByThemselves) {
            return List.of(new Stretch(Optional.empty(), from));
        }
        List<Stretch> all = new ArrayList<>(2);
        boolean fromNull = from.isPresent() && from.get().getFirst() == null;
        if (descending[0]) {
            if (!fromNull) {
                all.add(new Stretch(Optional.of(false), from));
            }
            all.add(new Stretch(Optional.of(true), fromNull ? from : Optional.empty()));
        } else {
            if (fromNull || from.isEmpty()) {
                all.add(new Stretch(Optional.of(true), from));
            }
            all.add(new Stretch(Optional.of(false), fromNull ? Optional.empty() : from));
        }
        return all;
    }

    Records.Slice run(RecordSink sink) throws SQLException {
        int[] orderAt = new int[order.length];
        String start = start(orderAt);
        boolean held = backwards || !plan.related().isEmpty();
        List<HeldRecord> records = held ? new ArrayList<>(query.limit()) : List.of();
        RelatedRecords related = new RelatedRecords(tables, session);
        int keyAt = keyAt(orderAt);
        @Nullable Object[] first = new @Nullable Object[0];
        @Nullable Object[] last = new @Nullable Object[0];
        int size = 0;
        boolean more = false;
        for (Stretch stretch : stretches()) {
            if (more) {
                break;
            }
            Sql sql = statement(start, stretch, query.limit() + 1L - size);
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
                        plan.compute(row, false, sink);
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
        }
        if (held) {
            if (backwards) {
                Collections.reverse(records);
            }
            related.give(plan, records, sink);
        }
        List<@Nullable Object> from = Arrays.asList(backwards ? last : first);
        List<@Nullable Object> to = Arrays.asList(backwards ? first : last);
        Total total = total(size, more);
        return switch (query.position()) {
            case Position.Page(int number) -> slice(size, total, number > 1, more, from, to);
            case Position.After after -> slice(size, total, true, more, from, to);
            case Position.Before before -> slice(size, total, more, true, from, to);
        };
    }

    private static Records.Slice slice(
            int size,
            Total total,
            boolean hasPrevious,
            boolean hasNext,
            List<@Nullable Object> from,
            List<@Nullable Object> to) {
        return new Records.Slice(size, total.records(), total.more(), hasPrevious, hasNext, from, to);
    }

    private int keyAt(int[] orderAt) {
        for (int i = 0; i < order.length; i++) {
            if (order[i].index() == table.key()[0].index()) {
                return orderAt[i];
            }
        }
        throw new IllegalArgumentException("the order of a list ends with the primary key");
    }

    /** The statement as far as it does not depend on a value, and where in it the sort fields are. */
    private String start(int[] orderAt) {
        StringBuilder sql = new StringBuilder("SELECT ").append(plan.selected());
        int selected = plan.width();
        for (int i = 0; i < order.length; i++) {
            orderAt[i] = plan.positionOf(order[i]);
            if (orderAt[i] == 0) {
                sql.append(selected == 0 ? "" : ", ").append(order[i].codec().selected(order[i].of("t0")));
                orderAt[i] = ++selected;
            }
        }
        return sql.append(" FROM ").append(table.name()).append(" t0").toString();
    }

    private Sql statement(String start, Stretch stretch, long limit) throws SQLException {
        Sql sql = new Sql(start);
        String joint = " WHERE ";
        if (!always(query.condition())) {
            sql.add(joint);
            new Conditions(tables, session, sql).add(query.condition(), table, "t0");
            joint = " AND ";
        }
        boolean nulls = stretch.nulls().orElse(false);
        int from = nulls ? 1 : 0;
        if (nulls) {
            sql.add(joint).add(order[0].of("t0")).add(" IS NULL");
            joint = " AND ";
        } else if (stretch.nulls().isPresent() && stretch.beyond().isEmpty()) {
            sql.add(joint).add(order[0].of("t0")).add(" IS NOT NULL");
        }
        if (stretch.beyond().isPresent() && from < order.length) {
            beyond(sql.add(joint), stretch.beyond().get(), from);
        }
        joint = " ORDER BY ";
        for (int i = from; i < order.length; i++) {
            boolean nullable = order[i].nullable() && (i > 0 || stretch.nulls().isEmpty());
            sql.add(joint)
                    .add(compared(i))
                    .add(descending[i] ? " DESC" : "")
                    .add(tables.dialect().nulls(nullable, descending[i]));
            joint = ", ";
        }
        sql.add(" LIMIT ?").number(limit);
        if (query.position() instanceof Position.Page(int number) && number > 1) {
            sql.add(" OFFSET ?").number((number - 1L) * query.limit());
        }
        return sql;
    }

    static boolean always(Condition condition) {
        return condition instanceof Condition.All(List<Condition> parts) && parts.isEmpty();
    }

    /**
     * That a row comes after the one with these sort values, by the sort fields from one on. Where that is the first
     * one, null in it is a matter of {@link Stretch}; in the others null comes before any value.
     */
    private void beyond(Sql sql, List<@Nullable Object> values, int from) {
        if (oneDirectionWithoutNulls(from)) {
            for (int i = from; i < order.length; i++) {
                sql.add(i == from ? "(" : ", ").add(compared(i));
            }
            sql.add(descending[from] ? ") < (" : ") > (");
            for (int i = from; i < order.length; i++) {
                sql.add(i == from ? "?" : ", ?");
                value(sql, i, values);
            }
            sql.add(")");
            return;
        }
        if (from == 0) {
            // says nothing new, but lets an index start here
            sql.add(compared(0)).add(descending[0] ? " <= ? AND " : " >= ? AND ");
            value(sql, 0, values);
        }
        for (int i = from; i < order.length; i++) {
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
        sql.add("))".repeat(order.length - 1 - from)).add(")");
    }

    private void strictlyBeyond(Sql sql, int i, List<@Nullable Object> values) {
        boolean nullable = i > 0 && order[i].nullable();
        if (values.get(i) == null) {
            sql.add(descending[i] ? "1 = 0" : compared(i) + " IS NOT NULL");
        } else if (descending[i]) {
            sql.add(nullable ? "(" : "").add(compared(i)).add(" < ?");
            value(sql, i, values);
            sql.add(nullable ? " OR " + compared(i) + " IS NULL)" : "");
        } else {
            sql.add(compared(i)).add(" > ?");
            value(sql, i, values);
        }
    }

    private boolean oneDirectionWithoutNulls(int from) {
        for (int i = from; i < order.length; i++) {
            if ((i > 0 && order[i].nullable()) || descending[i] != descending[from]) {
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

    /**
     * How many records there are.
     *
     * @param more whether there are more than that
     */
    private record Total(OptionalLong records, boolean more) {
        static Total of(long records) {
            return new Total(OptionalLong.of(records), false);
        }
    }

    /** Counts, unless the page itself tells. */
    private Total total(int size, boolean more) throws SQLException {
        if (query.count() == ListQuery.CountMode.NONE) {
            return new Total(OptionalLong.empty(), false);
        }
        long seen = 0;
        if (query.position() instanceof Position.Page(int number)) {
            seen = size == 0 ? 0 : (number - 1L) * query.limit() + size;
            if (!more && (size > 0 || number == 1)) {
                return Total.of(seen);
            }
        }
        return switch (query.count()) {
            case NONE -> throw new IllegalStateException();
            case EXACT -> Total.of(count(tables, session, table, query.condition()));
            case ESTIMATED -> Total.of(estimate());
            case BOUNDED -> {
                long counted = seen > ListQuery.COUNTED ? seen : countSome();
                yield counted > ListQuery.COUNTED
                        ? new Total(OptionalLong.of(Math.max(ListQuery.COUNTED, seen)), true)
                        : Total.of(counted);
            }
        };
    }

    /** What the database believes of a whole large table; else {@link #countSome}. */
    private long estimate() throws SQLException {
        if (always(query.condition())) {
            OptionalLong believed = tables.dialect().estimatedRows(session, table.model());
            if (believed.isPresent() && believed.getAsLong() > ListQuery.COUNTED) {
                return believed.getAsLong();
            }
        }
        return countSome();
    }

    /** A count that stops above {@link ListQuery#COUNTED}. */
    private long countSome() throws SQLException {
        Sql sql = new Sql("SELECT count(*) FROM (SELECT 1 FROM ")
                .add(table.name())
                .add(" t0 WHERE ");
        new Conditions(tables, session, sql).add(query.condition(), table, "t0");
        return number(session, sql.add(" LIMIT ?) c").number(ListQuery.COUNTED + 1L));
    }

    static long count(Tables tables, Session session, Table table, Condition condition) throws SQLException {
        Sql sql = new Sql("SELECT count(*) FROM ").add(table.name()).add(" t0");
        if (!always(condition)) {
            new Conditions(tables, session, sql.add(" WHERE ")).add(condition, table, "t0");
        }
        return number(session, sql);
    }

    static long number(Session session, Sql sql) throws SQLException {
        try (Session.Prepared prepared = session.prepare(sql.toString());
                ResultSet row = sql.bound(prepared.statement()).executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }
}
