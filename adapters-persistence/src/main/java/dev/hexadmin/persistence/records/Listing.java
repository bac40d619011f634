package dev.hexadmin.persistence.records;

import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.ListQuery;
import dev.hexadmin.domain.records.ListQuery.Position;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.persistence.session.Session;
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
    /** Matches of a text that are put in order by themselves; where there are more, the order's index meets them soon. */
    private static final int FOUND_FIRST = 1_000;

    private static final long UNKNOWN = -1;

    private final Tables tables;
    private final Session session;
    private final ListQuery query;
    private final Table table;
    private final Plan plan;
    private final Column[] order;
    private final String[] orderOf;
    private final Joins joins;
    private final boolean[] descending;
    private final boolean backwards;
    private final Optional<List<@Nullable Object>> position;

    Listing(Tables tables, Session session, ListQuery query) throws SQLException {
        this.tables = tables;
        this.session = session;
        this.query = query;
        this.table = tables.of(session, query.model());
        this.plan = table.plan(query.shape());
        this.backwards = query.position() instanceof Position.Before;
        List<ListQuery.Order> ordering = query.ordering();
        this.order = new Column[ordering.size()];
        this.orderOf = new String[order.length];
        this.joins = new Joins(tables, session, table);
        this.descending = new boolean[order.length];
        for (int i = 0; i < order.length; i++) {
            Joins.Joined joined = joins.to(ordering.get(i).through());
            Column column = joined.table().column(ordering.get(i).field());
            orderOf[i] = joined.alias();
            order[i] = ordering.get(i).through().isEmpty() ? column : column.orNull();
            descending[i] = ordering.get(i).descending() != backwards;
        }
        this.position = switch (query.position()) {
            case Position.Page page -> Optional.empty();
            case Position.After(List<@Nullable Object> values) -> Optional.of(values);
            case Position.Before(List<@Nullable Object> values) -> Optional.of(values);
        };
        if (position.isPresent() && position.get().size() != order.length) {
            throw new IllegalArgumentException(position.get().size() + " sort values for an order of " + order.length);
        }
    }

    /**
     * A part of the order that one statement reads from an index: rows whose first sort fields have the values of the
     * position, and of the next sort field what {@code rest} says.
     *
     * <p>A row whose sort field is null is never read together with one whose sort field is not: the usual index of
     * a database may have null at its other end, and a comparison of rows with null in them is unknown.
     *
     * @param equal how many sort fields have the position's values
     */
    private record Stretch(int equal, Rest rest) {}

    /** What the sort fields after the equal ones are. */
    private enum Rest {
        ANY,
        /** The first of them is null. */
        NULL,
        /** The first of them is not null. */
        VALUE,
        /** The first of them comes after the position's value. */
        FIRST_BEYOND,
        /** All of them together, as a row, come after the position's values. */
        ROW_BEYOND
    }

    /** What is read, one after the other, until the page is full. */
    private List<Stretch> stretches(boolean nullsInOrder) {
        if (position.isPresent()) {
            List<Stretch> stretches = new ArrayList<>();
            beyond(0, position.get(), stretches);
            return stretches;
        }
        if (nullsInOrder || !order[0].nullable()) {
            return List.of(new Stretch(0, Rest.ANY));
        }
        Stretch nulls = new Stretch(0, Rest.NULL);
        Stretch values = new Stretch(0, Rest.VALUE);
        return descending[0] ? List.of(values, nulls) : List.of(nulls, values);
    }

    /** What comes after the position among the rows that have its values in the first {@code equal} sort fields. */
    private void beyond(int equal, List<@Nullable Object> values, List<Stretch> stretches) {
        boolean isNull = values.get(equal) == null;
        if (!isNull && oneDirectionWithoutNulls(equal)) {
            stretches.add(new Stretch(equal, Rest.ROW_BEYOND));
        } else {
            if (equal < order.length - 1) {
                beyond(equal + 1, values, stretches);
            }
            if (!isNull) {
                stretches.add(new Stretch(equal, Rest.FIRST_BEYOND));
            } else if (!descending[equal]) {
                stretches.add(new Stretch(equal, Rest.VALUE));
            }
        }
        if (!isNull && descending[equal] && order[equal].nullable()) {
            stretches.add(new Stretch(equal, Rest.NULL));
        }
    }

    Records.Slice run(RecordSink sink) throws SQLException {
        if (new Conditions(tables, session, new Sql("")).narrows(query.condition(), table)) {
            Optional<Records.Slice> narrowed = new Reading(sink, true).run();
            if (narrowed.isPresent()) {
                return narrowed.get();
            }
        }
        return new Reading(sink, false).run().orElseThrow();
    }

    /** The page as it is read. */
    private final class Reading {
        private final RecordSink sink;
        private final boolean narrowed;
        private final boolean held = backwards || !plan.related().isEmpty();
        private final List<HeldRecord> records = held ? new ArrayList<>(query.limit()) : List.of();
        private final RelatedRecords related = new RelatedRecords(tables, session);
        private final int[] orderAt = new int[order.length];
        private final String selected;
        private final int width;
        private @Nullable Object[] first = new @Nullable Object[0];
        private @Nullable Object[] last = new @Nullable Object[0];
        private boolean firstUnreadable;
        private boolean lastUnreadable;
        private int size;
        private boolean more;
        private long matching = UNKNOWN;

        /**
         * @param narrowed whether the records that meet the condition are found first, and put in order then: what a text
         *     matches is few records more often than the database expects, and an index on text gives them in no order
         */
        Reading(RecordSink sink, boolean narrowed) {
            this.sink = sink;
            this.narrowed = narrowed;
            StringBuilder sql = new StringBuilder(plan.selected());
            int columns = plan.width();
            for (int i = 0; i < order.length; i++) {
                orderAt[i] = joined(i) ? 0 : plan.positionOf(order[i]);
                if (orderAt[i] == 0) {
                    sql.append(columns == 0 ? "" : ", ").append(order[i].codec().selected(order[i].of(orderOf[i])));
                    orderAt[i] = ++columns;
                }
            }
            this.selected = sql.toString();
            this.width = columns;
        }

        /** The page; empty when too many records match to be found first, and nothing was given. */
        Optional<Records.Slice> run() throws SQLException {
            List<Stretch> stretches = stretches(narrowed || tables.dialect().nullIsSmallest());
            long skip = skipped();
            for (int i = 0; i < stretches.size() && !more; i++) {
                Stretch stretch = stretches.get(i);
                boolean isLast = i == stretches.size() - 1;
                // nulls are few as a rule: it costs less to count them than to be sent none of them
                if (skip > 0 && !isLast && stretch.rest() == Rest.NULL) {
                    long rows = count(stretch, skip + 1);
                    if (rows <= skip) {
                        skip -= rows;
                        continue;
                    }
                }
                int before = size;
                if (!read(stretch, skip)) {
                    return Optional.empty();
                }
                if (size > before) {
                    skip = 0;
                } else if (skip > 0 && !isLast) {
                    skip -= count(stretch, skip);
                }
            }
            if (held) {
                if (backwards) {
                    Collections.reverse(records);
                }
                related.give(plan, records, sink);
            }
            // no cursor can start from a sort value that cannot be read
            List<@Nullable Object> start = firstUnreadable ? List.of() : Arrays.asList(first);
            List<@Nullable Object> end = lastUnreadable ? List.of() : Arrays.asList(last);
            List<@Nullable Object> from = backwards ? end : start;
            List<@Nullable Object> to = backwards ? start : end;
            Total total = total(size, more, matching);
            return Optional.of(
                    switch (query.position()) {
                        case Position.Page(int number) -> slice(size, total, number > 1, more, from, to);
                        case Position.After after -> slice(size, total, true, more, from, to);
                        case Position.Before before -> slice(size, total, more, true, from, to);
                    });
        }

        /** Whether the stretch was read, and not left because too many records match or none says how many. */
        private boolean read(Stretch stretch, long skip) throws SQLException {
            Sql sql = statement(stretch, query.limit() + 1L - size, skip);
            int keyAt = keyAt(orderAt);
            Column[] shown = plan.shown();
            int[] fields = plan.fields();
            try (Session.Prepared prepared = session.prepare(sql.toString());
                    ResultSet row = sql.bound(prepared.statement()).executeQuery()) {
                while (row.next()) {
                    if (narrowed && matching == UNKNOWN) {
                        matching = row.getLong(width + 1);
                        if (matching > FOUND_FIRST) {
                            return false;
                        }
                    }
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
                    boolean unreadable = false;
                    for (int i = 0; i < order.length; i++) {
                        last[i] = order[i].codec().read(row, orderAt[i]);
                        unreadable |= last[i] == null && row.getString(orderAt[i]) != null;
                    }
                    lastUnreadable = unreadable;
                    if (size == 0) {
                        first = last;
                        firstUnreadable = unreadable;
                    }
                    size++;
                }
            }
            // a first page without records is the whole of nothing; any other one may lie past what was found first
            return !narrowed || matching != UNKNOWN || query.position().equals(new Position.Page(1));
        }

        private Sql statement(Stretch stretch, long limit, long skip) throws SQLException {
            Sql sql = narrowed ? foundFirst() : new Sql("SELECT ").add(selected);
            sql.add(narrowed ? ", (SELECT count(*) FROM found) FROM found" : " FROM " + table.name())
                    .add(" t0");
            joins.add(sql);
            String joint = " WHERE ";
            if (!narrowed && !always(query.condition())) {
                sql.add(joint);
                new Conditions(tables, session, sql).add(query.condition(), table, "t0");
                joint = " AND ";
            }
            add(sql, stretch, joint);
            joint = " ORDER BY ";
            for (int i = 0; i < order.length; i++) {
                // where a stretch has no nulls, or nothing else, the usual index is in order as it is
                boolean nullable = order[i].nullable() && (i > 0 || stretch.rest() == Rest.ANY);
                sql.add(joint)
                        .add(compared(i))
                        .add(descending[i] ? " DESC" : "")
                        .add(tables.dialect().nulls(nullable, descending[i]));
                joint = ", ";
            }
            sql.add(" LIMIT ?").number(limit);
            if (skip > 0) {
                sql.add(" OFFSET ?").number(skip);
            }
            return sql;
        }

        /** The start of a statement on no more than {@link #FOUND_FIRST} records that meet the condition, and one more. */
        private Sql foundFirst() throws SQLException {
            Sql sql = new Sql("WITH found AS MATERIALIZED (SELECT ");
            for (Column column : table.columns()) {
                sql.add(column.index() == 0 ? "" : ", ").add(column.of("t0"));
            }
            sql.add(" FROM ").add(table.name()).add(" t0 WHERE ");
            new Conditions(tables, session, sql).fromIndexes().add(query.condition(), table, "t0");
            return sql.add(" LIMIT ?) SELECT ").number(FOUND_FIRST + 1L).add(selected);
        }
    }

    /** Records that the page starts after, where it is known by its number. */
    private long skipped() {
        return query.position() instanceof Position.Page(int number) ? (number - 1L) * query.limit() : 0;
    }

    /** How many rows a stretch has, up to a number. */
    private long count(Stretch stretch, long most) throws SQLException {
        Sql sql = new Sql("SELECT count(*) FROM (SELECT 1 FROM ")
                .add(table.name())
                .add(" t0");
        joins.add(sql);
        String joint = " WHERE ";
        if (!always(query.condition())) {
            sql.add(joint);
            new Conditions(tables, session, sql).add(query.condition(), table, "t0");
            joint = " AND ";
        }
        add(sql, stretch, joint);
        return number(session, sql.add(" LIMIT ?) c").number(most));
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
            if (!joined(i) && order[i].index() == table.key()[0].index()) {
                return orderAt[i];
            }
        }
        throw new IllegalArgumentException("the order of a list ends with the primary key");
    }

    static boolean always(Condition condition) {
        return condition instanceof Condition.All(List<Condition> parts) && parts.isEmpty();
    }

    /** Adds what a stretch asks of a row. */
    private void add(Sql sql, Stretch stretch, String joint) {
        String next = joint;
        for (int i = 0; i < stretch.equal(); i++) {
            sql.add(next).add(compared(i));
            if (valueAt(i) == null) {
                sql.add(" IS NULL");
            } else {
                value(sql.add(" = ?"), i);
            }
            next = " AND ";
        }
        int at = stretch.equal();
        switch (stretch.rest()) {
            case ANY -> {}
            case NULL -> sql.add(next).add(order[at].of(orderOf[at])).add(" IS NULL");
            case VALUE -> sql.add(next).add(order[at].of(orderOf[at])).add(" IS NOT NULL");
            case FIRST_BEYOND -> value(sql.add(next).add(compared(at)).add(descending[at] ? " < ?" : " > ?"), at);
            case ROW_BEYOND -> {
                for (int i = at; i < order.length; i++) {
                    sql.add(i == at ? next + "(" : ", ").add(compared(i));
                }
                sql.add(descending[at] ? ") < (" : ") > (");
                for (int i = at; i < order.length; i++) {
                    value(sql.add(i == at ? "?" : ", ?"), i);
                }
                sql.add(")");
            }
        }
    }

    private boolean oneDirectionWithoutNulls(int from) {
        for (int i = from; i < order.length; i++) {
            if ((i > from && order[i].nullable()) || descending[i] != descending[from]) {
                return false;
            }
        }
        return true;
    }

    /** Whether a sort field is one of a referenced record. */
    private boolean joined(int i) {
        return !query.ordering().get(i).through().isEmpty();
    }

    private String compared(int i) {
        return order[i].codec().ordered(order[i].of(orderOf[i]));
    }

    private @Nullable Object valueAt(int i) {
        return position.orElseThrow().get(i);
    }

    private void value(Sql sql, int i) {
        @Nullable Object value = valueAt(i);
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

    /** Counts, unless the page itself, or what was found first, tells. */
    private Total total(int size, boolean more, long matching) throws SQLException {
        if (query.count() == ListQuery.CountMode.NONE) {
            return new Total(OptionalLong.empty(), false);
        }
        if (matching != UNKNOWN) {
            return Total.of(matching);
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
