package dev.hexadmin.persistence.records;

import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.records.ListQuery;
import dev.hexadmin.domain.records.ListQuery.Position;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.persistence.session.Session;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list. Rows are streamed to the sink. Only a page that needs other tables, or that is read backwards, is
 * buffered until it is complete. A page by number in the second half of a counted list is read backwards from the end, one
 * beyond the end not at all.
 */
final class ListReader {
    /**
     * Up to this number of records that match a text are sorted; more matches are found soon through the index of the
     * order.
     */
    private static final int FOUND_FIRST = 1_000;

    /**
     * From this number of skipped records on, the keys of the page are found first: the index of an order ends with the
     * key, so that no skipped record is read from the table.
     */
    private static final int FAR = 100;

    private final TableCache tables;
    private final CountCache counts;
    private final Session session;
    private final ListQuery query;
    private final Table table;
    private final SelectPlan plan;
    private final Column[] order;
    private final String[] orderOf;
    private final Joins joins;
    private final boolean[] descending;
    private final int deciding;
    private final boolean indexed;
    private final boolean narrows;
    private final OptionalLong total;
    private final OptionalLong fromEnd;
    private final boolean backwards;
    private final int limit;
    private final Optional<List<@Nullable Object>> position;

    ListReader(TableCache tables, CountCache counts, Session session, ListQuery query) throws SQLException {
        this.tables = tables;
        this.counts = counts;
        this.session = session;
        this.query = query;
        this.table = tables.of(session, query.model());
        this.plan = table.plan(query.shape());
        this.narrows = new ConditionSql(tables, session, new SqlBuilder("")).narrows(query.condition(), table);
        this.total = totalOfFarPage();
        long skipped = skipped();
        this.fromEnd = total.isPresent() && skipped < total.getAsLong() && skipped > total.getAsLong() / 2
                ? total
                : OptionalLong.empty();
        this.backwards = fromEnd.isPresent() || query.position() instanceof Position.Before;
        this.limit = fromEnd.isPresent() ? (int) Math.min(query.limit(), fromEnd.getAsLong() - skipped) : query.limit();
        List<ListQuery.Order> ordering = query.ordering();
        this.order = new Column[ordering.size()];
        this.orderOf = new String[order.length];
        this.joins = new Joins(tables, session, table);
        this.descending = new boolean[order.length];
        for (int i = 0; i < order.length; i++) {
            Joins.Joined joined = joins.to(ordering.get(i).through());
            Column column = joined.table().column(ordering.get(i).field());
            orderOf[i] = joined.alias();
            order[i] = joined.always() ? column : column.orNull();
            descending[i] = ordering.get(i).descending() != backwards;
        }
        this.indexed = !ordering.isEmpty() && isIndexed(ordering.getFirst());
        this.deciding = deciding();
        this.position = switch (query.position()) {
            case Position.Page page -> Optional.empty();
            case Position.After(List<@Nullable Object> values, long skip) ->
                values.isEmpty() ? Optional.empty() : Optional.of(values);
            case Position.Before(List<@Nullable Object> values, long skip) -> Optional.of(values);
        };
        if (position.isPresent() && position.get().size() != order.length) {
            throw new IllegalArgumentException(position.get().size() + " sort values for an order of " + order.length);
        }
    }

    private boolean isIndexed(ListQuery.Order first) throws SQLException {
        Table owner = joins.to(first.through()).table();
        return owner.indexes().ordered().contains(first.field().name());
    }

    /** How many sort fields decide the order: none after one that has each value in one record. */
    private int deciding() {
        for (int i = 0; i < order.length; i++) {
            if (!joined(i)
                    && !order[i].nullable()
                    && table.indexes().unique().contains(order[i].field().name())
                    && compared(i).equals(order[i].of(orderOf[i]))) {
                return i + 1;
            }
        }
        return order.length;
    }

    /** The number of all records, if they are counted and the page is a far one by its number. */
    private OptionalLong totalOfFarPage() throws SQLException {
        if (skipped() < FAR
                || !(query.position() instanceof Position.Page)
                || query.count() != ListQuery.CountMode.EXACT
                || narrows) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(new RecordCount(tables, counts, session, query, table).countAll());
    }

    /**
     * A part of the order that one statement reads from an index: rows whose first sort fields have the values of the
     * position, and whose next sort field meets {@code rest}.
     *
     * <p>A row whose sort field is null is never read together with one whose sort field is not: the usual index of a
     * database may have null at its other end, and a comparison of rows with null in them is unknown.
     *
     * @param equal how many sort fields have the position's values
     */
    private record KeyRange(int equal, Rest rest) {}

    /** The condition on the sort fields after the equal ones. */
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

    /** The ranges that are read, one after the other, until the page is full. */
    private List<KeyRange> ranges(boolean nullsInOrder) {
        if (position.isPresent()) {
            List<KeyRange> ranges = new ArrayList<>();
            if (skip() == Position.INCLUSIVE) {
                ranges.add(new KeyRange(deciding, Rest.ANY));
            }
            beyond(0, position.get(), ranges);
            return ranges;
        }
        if (nullsInOrder || order.length == 0 || !order[0].nullable() || !indexed) {
            return List.of(new KeyRange(0, Rest.ANY));
        }
        KeyRange nulls = new KeyRange(0, Rest.NULL);
        KeyRange values = new KeyRange(0, Rest.VALUE);
        return descending[0] ? List.of(values, nulls) : List.of(nulls, values);
    }

    /** Adds the ranges after the position among the rows with its values in the first {@code equal} sort fields. */
    private void beyond(int equal, List<@Nullable Object> values, List<KeyRange> ranges) {
        boolean isNull = values.get(equal) == null;
        if (!isNull && oneDirectionWithoutNulls(equal)) {
            ranges.add(new KeyRange(equal, Rest.ROW_BEYOND));
        } else {
            if (equal < deciding - 1) {
                beyond(equal + 1, values, ranges);
            }
            if (!isNull) {
                ranges.add(new KeyRange(equal, Rest.FIRST_BEYOND));
            } else if (!descending[equal]) {
                ranges.add(new KeyRange(equal, Rest.VALUE));
            }
        }
        if (!isNull && descending[equal] && order[equal].nullable()) {
            ranges.add(new KeyRange(equal, Rest.NULL));
        }
    }

    Records.Slice run(RecordSink sink) throws SQLException {
        if (total.isPresent() && skipped() >= total.getAsLong()) {
            return slice(0, RecordCount.Total.of(total.getAsLong()), true, false, List.of(), List.of());
        }
        if (narrows) {
            Optional<Records.Slice> narrowed = new PageReader(sink, true).run();
            if (narrowed.isPresent()) {
                return narrowed.get();
            }
        }
        return new PageReader(sink, false).run().orElseThrow();
    }

    /** The page as it is read. */
    private final class PageReader {
        private final RecordSink sink;
        private final boolean narrowed;
        private final boolean held = backwards || !plan.isPlain();
        private final List<BufferedRecord> records = held ? new ArrayList<>(limit) : List.of();
        private final RelatedRecords related = new RelatedRecords(tables, session);
        private final Optional<RowReferences> references;
        private final int[] orderAt = new int[order.length];
        private final String selected;
        private final int width;
        private @Nullable Object[] first = new @Nullable Object[0];
        private @Nullable Object[] last = new @Nullable Object[0];
        private boolean firstUnreadable;
        private boolean lastUnreadable;
        private int size;
        private boolean more;
        private long matching = RecordCount.UNKNOWN;

        /**
         * @param narrowed whether the records that meet the condition are found first and sorted then: a text matches
         *     few records more often than the database expects, and an index on text returns them without an order
         */
        PageReader(RecordSink sink, boolean narrowed) throws SQLException {
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
            this.references = narrowed || plan.related().isEmpty() || !joins.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new RowReferences(tables, session, plan)).filter(found -> !found.isEmpty());
        }

        /** The page; empty when too many records match to be found first; then the sink has received nothing. */
        Optional<Records.Slice> run() throws SQLException {
            List<KeyRange> ranges = ranges(narrowed || tables.dialect().nullIsSmallest());
            long skip = fromEnd.isPresent() ? fromEnd.getAsLong() - skipped() - limit : skipped();
            for (int i = 0; i < ranges.size() && !more; i++) {
                KeyRange range = ranges.get(i);
                boolean isLast = i == ranges.size() - 1;
                // there are usually few nulls: counting them is faster than a query that returns none
                if (skip > 0 && !isLast && range.rest() == Rest.NULL) {
                    long rows = count(range, skip + 1);
                    if (rows <= skip) {
                        skip -= rows;
                        continue;
                    }
                }
                int before = size;
                if (!read(range, skip)) {
                    return Optional.empty();
                }
                if (size > before) {
                    skip = 0;
                } else if (skip > 0 && !isLast) {
                    skip -= count(range, skip);
                }
            }
            if (held) {
                if (backwards) {
                    Collections.reverse(records);
                }
                related.give(plan, records, references.map(RowReferences::found).orElse(Map.of()), sink);
            }
            // no position can be made of a sort value that cannot be read or compared, or that several records share
            boolean keyless = table.key().length == 0;
            List<@Nullable Object> start = firstUnreadable || keyless ? List.of() : Arrays.asList(first);
            List<@Nullable Object> end = lastUnreadable || keyless ? List.of() : Arrays.asList(last);
            List<@Nullable Object> from = backwards ? end : start;
            List<@Nullable Object> to = backwards ? start : end;
            if (fromEnd.isPresent()) {
                long all = fromEnd.getAsLong();
                return Optional.of(slice(size, RecordCount.Total.of(all), true, all > skipped() + limit, from, to));
            }
            RecordCount.Total total =
                    new RecordCount(tables, counts, session, query, table).total(size, more, matching);
            return Optional.of(
                    switch (query.position()) {
                        case Position.Page(int number) -> slice(size, total, number > 1, more, from, to);
                        case Position.After after ->
                            slice(size, total, position.isPresent() || skipped() > 0, more, from, to);
                        case Position.Before before -> slice(size, total, more, true, from, to);
                    });
        }

        /** Whether the range was read; false when too many records match, or when their number is unknown. */
        private boolean read(KeyRange range, long skip) throws SQLException {
            SqlBuilder sql = statement(range, limit + 1L - size, skip);
            int keyAt = keyAt(orderAt);
            Column[] shown = plan.shown();
            int[] fields = plan.fields();
            try (Session.Prepared prepared = session.prepare(sql.toString());
                    ResultSet row = sql.bound(prepared.statement()).executeQuery()) {
                while (row.next()) {
                    if (narrowed && matching == RecordCount.UNKNOWN) {
                        matching = row.getLong(width + 1);
                        if (matching > FOUND_FIRST) {
                            return false;
                        }
                    }
                    if (size == limit) {
                        more = true;
                        break;
                    }
                    if (held) {
                        records.add(related.hold(plan, row, keyAt));
                        if (references.isPresent()) {
                            references.get().read(row, width);
                        }
                    } else {
                        sink.begin();
                        for (int i = 0; i < shown.length; i++) {
                            shown[i].codec().emit(row, i + 1, sink, fields[i]);
                        }
                        sink.end();
                    }
                    size++;
                    if (size == 1 || size == limit) { // a page that is not full has no next one
                        readSortValues(row);
                    }
                }
            }
            // an empty first page means that nothing matches; any other empty page may be after the records that were
            // found first
            return !narrowed
                    || matching != RecordCount.UNKNOWN
                    || query.position().equals(new Position.Page(1));
        }

        private void readSortValues(ResultSet row) throws SQLException {
            last = new @Nullable Object[order.length];
            lastUnreadable = false;
            for (int i = 0; i < order.length; i++) {
                last[i] = order[i].codec().read(row, orderAt[i]);
                @Nullable Object value = last[i];
                lastUnreadable |= value == null
                        ? row.getString(orderAt[i]) != null
                        : !order[i].codec().isBound(row, orderAt[i], value);
            }
            if (size == 1) {
                first = last;
                firstUnreadable = lastUnreadable;
            }
        }

        private SqlBuilder statement(KeyRange range, long limit, long skip) throws SQLException {
            boolean keysFirst =
                    skip >= FAR && !narrowed && joins.isEmpty() && table.facts().keysFirst();
            if (references.isEmpty() && !keysFirst) {
                SqlBuilder sql = narrowed ? foundFirst() : new SqlBuilder("SELECT ").add(selected);
                return page(sql, range, limit, skip);
            }
            // the records of the page first: joined before OFFSET, each skipped row would cost a lookup
            SqlBuilder sql = new SqlBuilder("SELECT ").add(selected);
            if (references.isPresent()) {
                references.get().select(sql);
            }
            Set<String> columns = new LinkedHashSet<>();
            for (Column column : keysFirst ? table.key() : plan.read()) {
                columns.add(column.of("t0"));
            }
            if (!keysFirst) {
                for (Column column : order) {
                    columns.add(column.of("t0"));
                }
            }
            page(sql.add(" FROM (SELECT ").add(String.join(", ", columns)), range, limit, skip);
            if (keysFirst) {
                sql.add(") p JOIN ").add(table.name()).add(" t0");
                String joint = " ON ";
                for (Column column : table.key()) {
                    sql.add(joint).add(column.of("t0")).add(" = ").add(column.of("p"));
                    joint = " AND ";
                }
            } else {
                sql.add(") t0");
            }
            if (references.isPresent()) {
                references.get().join(sql);
            }
            addOrder(sql, range);
            return sql;
        }

        /** Adds the rest of a statement on the records of the page, after its columns. */
        private SqlBuilder page(SqlBuilder sql, KeyRange range, long limit, long skip) throws SQLException {
            sql.add(narrowed ? ", (SELECT count(*) FROM found) FROM found" : " FROM " + table.name())
                    .add(" t0");
            joins.add(sql);
            String joint = " WHERE ";
            if (!narrowed && !RecordCount.always(query.condition())) {
                sql.add(joint);
                new ConditionSql(tables, session, sql).add(query.condition(), table, "t0");
                joint = " AND ";
            }
            add(sql, range, joint);
            addOrder(sql, range);
            return sql.limit(limit).offset(skip);
        }

        private void addOrder(SqlBuilder sql, KeyRange range) {
            String joint = " ORDER BY ";
            for (int i = 0; i < deciding; i++) {
                // in a range without nulls, or with only nulls, the order of the usual index is right
                boolean nullable = order[i].nullable() && (i > 0 || range.rest() == Rest.ANY);
                sql.add(joint)
                        .add(compared(i))
                        .add(descending[i] ? " DESC" : "")
                        .add(tables.dialect().nulls(nullable, descending[i]));
                joint = ", ";
            }
        }

        /** The start of a statement on no more than {@link #FOUND_FIRST} records that meet the condition, and one more. */
        private SqlBuilder foundFirst() throws SQLException {
            SqlBuilder sql = new SqlBuilder("WITH found AS MATERIALIZED (SELECT ");
            for (Column column : table.columns()) {
                sql.add(column.index() == 0 ? "" : ", ").add(column.of("t0"));
            }
            sql.add(" FROM ").add(table.name()).add(" t0 WHERE ");
            new ConditionSql(tables, session, sql).fromIndexes().add(query.condition(), table, "t0");
            return sql.limit(FOUND_FIRST + 1L).add(") SELECT ").add(selected);
        }
    }

    /** Number of records between the position, or the start of the list, and the page. */
    private long skipped() {
        return Math.max(skip(), 0);
    }

    private long skip() {
        return switch (query.position()) {
            case Position.Page(int number) -> (number - 1L) * query.limit();
            case Position.After(List<@Nullable Object> values, long skip) -> skip;
            case Position.Before(List<@Nullable Object> values, long skip) -> skip;
        };
    }

    /** Number of records beyond the position, at most {@code most}. */
    long beyond(int most) throws SQLException {
        long rows = 0;
        for (KeyRange range : ranges(false)) {
            if (rows < most) {
                rows += count(range, most - rows);
            }
        }
        return rows;
    }

    /** Number of rows in a range, at most {@code most}. */
    private long count(KeyRange range, long most) throws SQLException {
        SqlBuilder sql = new SqlBuilder("SELECT count(*) FROM (SELECT 1 FROM ")
                .add(table.name())
                .add(" t0");
        joins.add(sql);
        String joint = " WHERE ";
        if (!RecordCount.always(query.condition())) {
            sql.add(joint);
            new ConditionSql(tables, session, sql).add(query.condition(), table, "t0");
            joint = " AND ";
        }
        add(sql, range, joint);
        return RecordCount.number(session, sql.add(" LIMIT ?) c").number(most));
    }

    private static Records.Slice slice(
            int size,
            RecordCount.Total total,
            boolean hasPrevious,
            boolean hasNext,
            List<@Nullable Object> from,
            List<@Nullable Object> to) {
        return new Records.Slice(size, total.records(), total.more(), hasPrevious, hasNext, from, to);
    }

    /** Where the first column of the key is; 0 without a key. */
    private int keyAt(int[] orderAt) {
        if (table.key().length == 0) {
            return 0;
        }
        for (int i = 0; i < order.length; i++) {
            if (!joined(i) && order[i].index() == table.key()[0].index()) {
                return orderAt[i];
            }
        }
        throw new IllegalArgumentException("the order of a list ends with the primary key");
    }

    /** Adds the condition of a range. */
    private void add(SqlBuilder sql, KeyRange range, String joint) {
        String next = joint;
        for (int i = 0; i < range.equal(); i++) {
            sql.add(next).add(compared(i));
            if (valueAt(i) == null) {
                sql.add(" IS NULL");
            } else {
                value(sql.add(" = ?"), i);
            }
            next = " AND ";
        }
        int at = range.equal();
        switch (range.rest()) {
            case ANY -> {}
            case NULL -> sql.add(next).add(order[at].of(orderOf[at])).add(" IS NULL");
            case VALUE -> sql.add(next).add(order[at].of(orderOf[at])).add(" IS NOT NULL");
            case FIRST_BEYOND -> value(sql.add(next).add(compared(at)).add(descending[at] ? " < ?" : " > ?"), at);
            case ROW_BEYOND -> {
                for (int i = at; i < deciding; i++) {
                    sql.add(i == at ? next + "(" : ", ").add(compared(i));
                }
                sql.add(descending[at] ? ") < (" : ") > (");
                for (int i = at; i < deciding; i++) {
                    value(sql.add(i == at ? "?" : ", ?"), i);
                }
                sql.add(")");
            }
        }
    }

    private boolean oneDirectionWithoutNulls(int from) {
        if (!tables.dialect().comparesRows()) {
            return from == deciding - 1 && !order[from].nullable();
        }
        for (int i = from; i < deciding; i++) {
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

    private void value(SqlBuilder sql, int i) {
        @Nullable Object value = valueAt(i);
        if (value == null) {
            throw new IllegalArgumentException(
                    "a null to start from in '" + order[i].field().name() + "', which has none");
        }
        sql.value(order[i].codec(), value);
    }
}
