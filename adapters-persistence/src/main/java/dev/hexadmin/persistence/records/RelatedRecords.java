package dev.hexadmin.persistence.records;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.ListQuery;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.persistence.session.Session;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the values of records from other tables with one statement for each field, for any number of records. */
final class RelatedRecords {
    private final TableCache tables;
    private final Session session;

    RelatedRecords(TableCache tables, Session session) {
        this.tables = tables;
        this.session = session;
    }

    /** The values that were read for the related fields of a plan. */
    private record Loaded(
            SelectPlan plan,
            List<Map<Object, List<Object>>> keys,
            List<Map<Object, List<BufferedRecord>>> records,
            List<@Nullable Loaded> inner,
            List<ChildRecords> children) {}

    /** A child, and how many its parent has. */
    private record Child(BufferedRecord record, long total) {}

    /**
     * The children of one model.
     *
     * @param all by the parent's key, in order
     */
    private record ChildRecords(Map<Object, List<Child>> all, Loaded inner) {}

    /** Buffers the plan's columns of a row; the first key column is at {@code keyAt}, or 0. */
    BufferedRecord hold(SelectPlan plan, ResultSet row, int keyAt) throws SQLException {
        List<SelectPlan.Related> related = plan.related();
        @Nullable Object[] references = new @Nullable Object[related.size()];
        for (int i = 0; i < references.length; i++) {
            if (!related.get(i).many()) {
                Column column = plan.table().column(related.get(i).field());
                references[i] = column.codec().read(row, plan.positionOf(column));
            }
        }
        @Nullable Object key = keyAt == 0 ? null : plan.table().key()[0].codec().read(row, keyAt);
        BufferedRecord record = new BufferedRecord(plan.shape().fields().size(), key, references);
        for (int i = 0; i < plan.shown().length; i++) {
            plan.shown()[i].codec().emit(row, i + 1, record, plan.fields()[i]);
        }
        plan.compute(row, false, record);
        return record;
    }

    /** Buffers what computed and related fields need from a row with every column of its table. */
    BufferedRecord holdWhole(SelectPlan plan, ResultSet row) throws SQLException {
        List<SelectPlan.Related> related = plan.related();
        @Nullable Object[] references = new @Nullable Object[related.size()];
        Column key = plan.table().key()[0];
        BufferedRecord record =
                new BufferedRecord(plan.shape().fields().size(), key.codec().read(row, key.index() + 1), references);
        for (int i = 0; i < references.length; i++) {
            if (!related.get(i).many()) {
                Column column = plan.table().column(related.get(i).field());
                references[i] = column.codec().read(row, column.index() + 1);
                column.codec()
                        .emit(row, column.index() + 1, record, related.get(i).position());
            }
        }
        plan.compute(row, true, record);
        return record;
    }

    /**
     * Gives whole records to the sink.
     *
     * @param read the referenced records that are read already, by the position of their related field
     */
    void give(
            SelectPlan plan,
            List<BufferedRecord> records,
            Map<Integer, Map<Object, List<BufferedRecord>>> read,
            RecordSink sink)
            throws SQLException {
        Loaded loaded = load(plan, records, read);
        for (BufferedRecord record : records) {
            give(loaded, record, sink);
        }
    }

    private void giveChildren(Loaded loaded, BufferedRecord parent, RecordSink sink) {
        for (int i = 0; i < loaded.children().size(); i++) {
            ChildRecords children = loaded.children().get(i);
            Object key = Objects.requireNonNull(parent.key(), "a record without a key");
            RecordSink inner = sink.children(i);
            List<Child> own = children.all().getOrDefault(key, List.of());
            for (Child child : own) {
                give(children.inner(), child.record(), inner);
            }
            sink.endChildren(i, own.isEmpty() ? 0 : own.getFirst().total());
        }
    }

    private void give(Loaded loaded, BufferedRecord record, RecordSink sink) {
        sink.begin();
        SelectPlan plan = loaded.plan();
        for (int field = 0; field < plan.relatedOfField().length; field++) {
            int at = plan.relatedOfField()[field];
            if (at == SelectPlan.HIDDEN) {
                record.give(field, sink);
            } else {
                giveRelated(loaded, at, record, sink);
            }
        }
        giveChildren(loaded, record, sink);
        sink.end();
    }

    private void giveRelated(Loaded loaded, int at, BufferedRecord record, RecordSink sink) {
        SelectPlan.Related related = loaded.plan().related().get(at);
        int field = related.position();
        if (related.many()) {
            Object key = Objects.requireNonNull(record.key(), "a record without a key");
            if (related.expansion().isEmpty()) {
                sink.keys(field, loaded.keys().get(at).getOrDefault(key, List.of()));
                return;
            }
            RecordSink inner = sink.relatedList(field);
            for (BufferedRecord one : loaded.records().get(at).getOrDefault(key, List.of())) {
                give(Objects.requireNonNull(loaded.inner().get(at)), one, inner);
            }
            sink.endRelatedList(field);
            return;
        }
        @Nullable Object reference = record.reference(at);
        List<BufferedRecord> found =
                reference == null ? List.of() : loaded.records().get(at).getOrDefault(reference, List.of());
        if (found.isEmpty()) {
            record.give(field, sink); // null, or one that the caller may not see: its key
        } else {
            give(Objects.requireNonNull(loaded.inner().get(at)), found.getFirst(), sink.related(field));
        }
    }

    private Loaded load(
            SelectPlan plan, List<BufferedRecord> records, Map<Integer, Map<Object, List<BufferedRecord>>> read)
            throws SQLException {
        Loaded loaded = new Loaded(plan, new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (int i = 0; i < plan.related().size(); i++) {
            SelectPlan.Related related = plan.related().get(i);
            Map<Object, List<Object>> keys = Map.of();
            Map<Object, List<BufferedRecord>> found = Map.of();
            @Nullable Loaded inner = null;
            if (related.expansion().isPresent()) {
                Shape.Expansion expansion = related.expansion().get();
                Table target = tables.of(session, expansion.shape().model());
                SelectPlan there = target.plan(expansion.shape());
                @Nullable Map<Object, List<BufferedRecord>> known = read.get(i);
                found = known != null
                        ? known
                        : related.many()
                                ? linked(plan.table(), related.field(), there, expansion.policy(), keysOf(records))
                                : referenced(there, expansion.policy(), references(records, i));
                inner = load(
                        there,
                        found.values().stream().flatMap(Collection::stream).toList(),
                        Map.of());
            } else {
                keys = links(plan.table(), related.field(), keysOf(records));
            }
            loaded.keys().add(keys);
            loaded.records().add(found);
            loaded.inner().add(inner);
        }
        for (Shape.ChildList list : plan.shape().children()) {
            loaded.children().add(children(plan.table(), list, keysOf(records)));
        }
        return loaded;
    }

    /** The first children of each parent, and how many each has, in one statement. */
    private ChildRecords children(Table parent, Shape.ChildList list, Set<Object> keys) throws SQLException {
        Table table = tables.of(session, list.shape().model());
        SelectPlan plan = table.plan(list.shape());
        List<Referring<Child>> children = new ArrayList<>();
        if (!keys.isEmpty()) {
            Column reference = table.column(list.children().reference());
            String parentKey = reference.codec().compared(reference.of("t0"));
            SqlBuilder sql = new SqlBuilder("SELECT * FROM (SELECT ");
            for (int i = 0; i < plan.read().length; i++) { // each by a name of its own, which MySQL asks for
                Column column = plan.read()[i];
                sql.add(column.codec().selected(column.of("t0"))).add(" AS hx_" + i + ", ");
            }
            Column own = table.key()[0];
            sql.add(own.codec().selected(own.of("t0")))
                    .add(" AS hx_key, ")
                    .add(reference.codec().selected(reference.of("t0")))
                    .add(" AS hx_parent, count(*) OVER (PARTITION BY ")
                    .add(parentKey)
                    .add(") AS hx_total, row_number() OVER (PARTITION BY ")
                    .add(parentKey)
                    .add(" ORDER BY ");
            String joint = "";
            for (ListQuery.Order order : list.ordering()) {
                Column column = table.column(order.field());
                sql.add(joint)
                        .add(column.codec().ordered(column.of("t0")))
                        .add(order.descending() ? " DESC" : "")
                        .add(tables.dialect().nulls(column.nullable(), order.descending()));
                joint = ", ";
            }
            sql.add(") AS hx_place FROM ")
                    .add(table.name())
                    .add(" t0 WHERE ")
                    .in(reference.codec(), reference.of("t0"), keys)
                    .add(" AND ");
            new ConditionSql(tables, session, sql).add(list.policy(), table, "t0");
            sql.add(") c WHERE hx_place <= ")
                    .add(String.valueOf(Shape.MOST_CHILDREN))
                    .add(" ORDER BY hx_place");
            int after = plan.width();
            try (Session.Prepared prepared = session.prepare(sql.toString());
                    ResultSet row = sql.bound(prepared.statement()).executeQuery()) {
                while (row.next()) {
                    @Nullable Object of = reference.codec().read(row, after + 2);
                    if (of != null) {
                        children.add(
                                new Referring<>(of, new Child(hold(plan, row, after + 1), row.getLong(after + 3))));
                    }
                }
            }
        }
        return new ChildRecords(
                grouped(parent, keys, children),
                load(
                        plan,
                        children.stream().map(child -> child.value().record()).toList(),
                        Map.of()));
    }

    private static Set<Object> keysOf(List<BufferedRecord> records) {
        Set<Object> keys = new HashSet<>();
        for (BufferedRecord record : records) {
            @Nullable Object key = record.key();
            if (key != null) {
                keys.add(key);
            }
        }
        return keys;
    }

    private static Set<Object> references(List<BufferedRecord> records, int related) {
        Set<Object> keys = new HashSet<>();
        for (BufferedRecord record : records) {
            @Nullable Object key = record.reference(related);
            if (key != null) {
                keys.add(key);
            }
        }
        return keys;
    }

    /** The keys a many-to-many field points to, in order, by the key of the record that has the field. */
    Map<Object, List<Object>> links(Table table, FieldDefinition field, Collection<?> keys) throws SQLException {
        if (keys.isEmpty()) {
            return Map.of();
        }
        List<Referring<Object>> links = new ArrayList<>();
        Table.Link link = table.link(field);
        Model targetModel = table.model().target(field);
        Column target = tables.of(session, targetModel).key()[0];
        Column source = table.key()[0];
        int places = source.codec().places(keys.size());
        String text = table.text(
                "links " + places + " " + field.name(),
                () -> "SELECT " + link.source() + ", " + link.target() + " FROM " + link.table() + " WHERE "
                        + source.codec().in(link.comparedSource(), places) + " ORDER BY " + link.source() + ", "
                        + link.target());
        try (Session.Prepared prepared = session.prepare(text)) {
            source.codec().bindAll(prepared.statement(), 1, keys);
            try (ResultSet row = prepared.statement().executeQuery()) {
                while (row.next()) {
                    @Nullable Object from = source.codec().read(row, 1);
                    @Nullable Object to = target.codec().read(row, 2);
                    if (from != null && to != null) {
                        links.add(new Referring<>(from, to));
                    }
                }
            }
        }
        return grouped(table, keys, links);
    }

    private Map<Object, List<BufferedRecord>> referenced(SelectPlan plan, Condition policy, Set<Object> keys)
            throws SQLException {
        Map<Object, List<BufferedRecord>> found = new HashMap<>();
        if (keys.isEmpty()) {
            return found;
        }
        Table table = plan.table();
        Column key = table.key()[0];
        SqlBuilder sql = select(plan)
                .add(" FROM ")
                .add(table.name())
                .add(" t0 WHERE ")
                .in(key.codec(), key.of("t0"), keys)
                .add(" AND ");
        new ConditionSql(tables, session, sql).add(policy, table, "t0");
        try (Session.Prepared prepared = session.prepare(sql.toString());
                ResultSet row = sql.bound(prepared.statement()).executeQuery()) {
            while (row.next()) {
                BufferedRecord record = hold(plan, row, plan.width() + 1);
                found.put(Objects.requireNonNull(record.key()), List.of(record));
            }
        }
        LooseKeys.among(session, table, found.keySet(), keys).forEach((reference, own) -> {
            @Nullable List<BufferedRecord> record = found.get(own);
            if (record != null) {
                found.put(reference, record);
            }
        });
        return found;
    }

    /** A value that was read, and what its row refers to its record with. */
    private record Referring<T>(Object reference, T value) {}

    /** The values by the keys of these records. */
    private <T> Map<Object, List<T>> grouped(Table table, Collection<?> keys, List<Referring<T>> values)
            throws SQLException {
        Map<Object, Object> loose = LooseKeys.among(
                session,
                table,
                keys,
                values.stream().map(Referring::reference).distinct().toList());
        Map<Object, List<T>> found = new HashMap<>();
        for (Referring<T> one : values) {
            found.computeIfAbsent(loose.getOrDefault(one.reference(), one.reference()), key -> new ArrayList<>())
                    .add(one.value());
        }
        return found;
    }

    private Map<Object, List<BufferedRecord>> linked(
            Table table, FieldDefinition field, SelectPlan plan, Condition policy, Set<Object> keys)
            throws SQLException {
        if (keys.isEmpty()) {
            return Map.of();
        }
        List<Referring<BufferedRecord>> linked = new ArrayList<>();
        Table.Link link = table.link(field);
        Column source = table.key()[0];
        Column target = plan.table().key()[0];
        SqlBuilder sql = select(plan)
                .add(", j.")
                .add(link.source())
                .add(" FROM ")
                .add(link.table())
                .add(" j JOIN ")
                .add(plan.table().name())
                .add(" t0 ON ")
                .add(target.of("t0"))
                .add(" = j.")
                .add(link.target())
                .add(" WHERE ")
                .in(source.codec(), "j." + link.comparedSource(), keys)
                .add(" AND ");
        new ConditionSql(tables, session, sql).add(policy, plan.table(), "t0");
        sql.add(" ORDER BY j.").add(link.source()).add(", ").add(target.of("t0"));
        try (Session.Prepared prepared = session.prepare(sql.toString());
                ResultSet row = sql.bound(prepared.statement()).executeQuery()) {
            int after = plan.width();
            while (row.next()) {
                @Nullable Object from = source.codec().read(row, after + 2);
                if (from != null) {
                    linked.add(new Referring<>(from, hold(plan, row, after + 1)));
                }
            }
        }
        return grouped(table, keys, linked);
    }

    /** The plan's columns, and after them the first key column. */
    private static SqlBuilder select(SelectPlan plan) {
        Column key = plan.table().key()[0];
        return new SqlBuilder("SELECT ")
                .add(plan.selected())
                .add(plan.selected().isEmpty() ? "" : ", ")
                .add(key.codec().selected(key.of("t0")));
    }
}
