package dev.hexadmin.persistence.records;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.ZoneOffsets;
import dev.hexadmin.persistence.dialect.ColumnCodec;
import dev.hexadmin.persistence.dialect.Match;
import dev.hexadmin.persistence.session.Session;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Conditions as SQL, in SQL's logic of three values.
 *
 * <p>{@link Condition.Not} is carried inwards: a path through references is one value, null when a step is, so its
 * negation belongs to the value at the end; and a path through a many-to-many step asks whether one linked record
 * meets it, so its negation asks whether none does. Other tables are asked by {@code IN (SELECT …)}, which both
 * databases answer from an index on either side.
 */
final class ConditionSql {
    private final TableCache tables;
    private final Session session;
    private final SqlBuilder sql;
    private boolean fromIndexes;

    ConditionSql(TableCache tables, Session session, SqlBuilder sql) {
        this.tables = tables;
        this.session = session;
        this.sql = sql;
    }

    /**
     * For a statement on the few records of {@link #narrows}: keys of other tables are read as an array. An index can
     * be used with an array also inside of OR; without an index, each row is compared with the whole array.
     */
    ConditionSql fromIndexes() {
        fromIndexes = true;
        return this;
    }

    /** Whether indexes on text give the records that the condition holds for, or somewhat more than those. */
    boolean narrows(Condition condition, Table table) throws SQLException {
        return switch (condition) {
            case Condition.All(List<Condition> parts) -> {
                boolean one = false;
                for (Condition part : parts) {
                    one |= narrows(part, table);
                }
                yield one;
            }
            case Condition.Any(List<Condition> parts) -> {
                boolean all = !parts.isEmpty();
                for (Condition part : parts) {
                    all &= narrows(part, table);
                }
                yield all;
            }
            case Condition.Not not -> false;
            case Condition.Compare(FieldPath path, Lookup lookup, List<Object> values) ->
                narrows(path, lookup, values, 0, table);
            case Condition.Matches(List<FieldPath> paths, List<String> words) -> {
                boolean one = false;
                for (String word : words) {
                    one |= narrows(paths, word, 0, table);
                }
                yield one;
            }
        };
    }

    private boolean narrows(List<FieldPath> paths, String word, int step, Table table) throws SQLException {
        boolean all = !paths.isEmpty();
        for (FieldPath path : paths) {
            all = all && narrows(path, Lookup.ICONTAINS, List.of(word), step, table);
        }
        return all;
    }

    private boolean narrows(FieldPath path, Lookup lookup, List<Object> values, int step, Table table)
            throws SQLException {
        if (step == path.through().size()) {
            return path.field().type() != FieldType.REFERENCES
                    && !values.isEmpty()
                    && values.getFirst() instanceof String text
                    && lookup.textMatch()
                            .filter(how -> tables.dialect()
                                            .indexes(table.column(path.field()).codec(), how, text)
                                    || tables.candidates(table, path.field(), "", text)
                                            .isPresent())
                            .isPresent();
        }
        FieldDefinition through = path.through().get(step);
        return through.type() == FieldType.REFERENCE
                && narrows(
                        path,
                        lookup,
                        values,
                        step + 1,
                        tables.of(session, table.model().target(through)));
    }

    /** Adds the condition on the row called {@code alias}. */
    void add(Condition condition, Table table, String alias) throws SQLException {
        add(condition, table, alias, true);
    }

    private void add(Condition condition, Table table, String alias, boolean holds) throws SQLException {
        switch (condition) {
            case Condition.All(List<Condition> parts) -> join(parts, holds, table, alias, holds);
            case Condition.Any(List<Condition> parts) -> join(parts, !holds, table, alias, holds);
            case Condition.Not(Condition part) -> add(part, table, alias, !holds);
            case Condition.Compare(FieldPath path, Lookup lookup, List<Object> values) ->
                compare(path, lookup, values, 0, table, alias, holds);
            case Condition.Matches(List<FieldPath> paths, List<String> words) ->
                matches(paths, words, table, alias, holds);
        }
    }

    private void join(List<Condition> parts, boolean all, Table table, String alias, boolean holds)
            throws SQLException {
        if (parts.isEmpty()) {
            sql.add(all ? "1 = 1" : "1 = 0");
            return;
        }
        sql.add("(");
        for (int i = 0; i < parts.size(); i++) {
            if (i > 0) {
                sql.add(all ? " AND " : " OR ");
            }
            add(parts.get(i), table, alias, holds);
        }
        sql.add(")");
    }

    private void matches(List<FieldPath> paths, List<String> words, Table table, String alias, boolean holds)
            throws SQLException {
        if (words.isEmpty() || paths.isEmpty()) {
            sql.add(words.isEmpty() == holds ? "1 = 1" : "1 = 0");
            return;
        }
        sql.add("(");
        for (int w = 0; w < words.size(); w++) {
            sql.add(w == 0 ? "(" : holds ? " AND (" : " OR (");
            matches(paths, words.get(w), 0, table, alias, holds);
            sql.add(")");
        }
        sql.add(")");
    }

    /** A word is in one of the fields; a referenced record is searched once for all its fields. */
    private void matches(List<FieldPath> paths, String word, int step, Table table, String alias, boolean holds)
            throws SQLException {
        Map<String, List<FieldPath>> further = new LinkedHashMap<>();
        String joint = "";
        for (FieldPath path : paths) {
            if (step < path.through().size() && path.through().get(step).type() == FieldType.REFERENCE) {
                further.computeIfAbsent(path.through().get(step).name(), name -> new ArrayList<>())
                        .add(path);
            } else {
                sql.add(joint);
                compare(path, Lookup.ICONTAINS, List.of(word), step, table, alias, holds);
                joint = holds ? " OR " : " AND ";
            }
        }
        for (List<FieldPath> group : further.values()) {
            FieldDefinition through = group.getFirst().through().get(step);
            Table target = tables.of(session, table.model().target(through));
            String there = sql.alias();
            boolean array =
                    fromIndexes && holds && tables.dialect().hasArrays() && narrows(group, word, step + 1, target);
            sql.add(joint).add(table.column(through).referring(alias)).add(array ? " = ANY (ARRAY(" : " IN (");
            selectKeys(target, there);
            matches(group, word, step + 1, target, there, holds);
            sql.add(array ? "))" : ")");
            joint = holds ? " OR " : " AND ";
        }
    }

    private void compare(
            FieldPath path, Lookup lookup, List<Object> values, int step, Table table, String alias, boolean holds)
            throws SQLException {
        if (step == path.through().size()) {
            if (path.field().type() == FieldType.REFERENCES) {
                links(path.field(), lookup, values, table, alias, holds);
            } else {
                Column column = table.column(path.field());
                Optional<Match> candidates = candidates(path.field(), lookup, values, table, alias, holds);
                candidates.ifPresent(match -> {
                    sql.add("(").add(match.sql()).add(" AND ");
                    match.parameters().forEach(sql::text);
                });
                compare(column.codec(), column.of(alias), lookup, values, holds);
                sql.add(candidates.isPresent() ? ")" : "");
            }
            return;
        }
        FieldDefinition through = path.through().get(step);
        Table target = tables.of(session, table.model().target(through));
        String there = sql.alias();
        if (through.type() == FieldType.REFERENCE) {
            Column column = table.column(through);
            boolean orNull = lookup == Lookup.ISNULL && values.getFirst().equals(holds);
            boolean array = fromIndexes
                    && holds
                    && tables.dialect().hasArrays()
                    && narrows(path, lookup, values, step + 1, target);
            if (orNull) {
                sql.add("(").add(column.of(alias)).add(" IS NULL OR ");
            }
            sql.add(column.referring(alias)).add(array ? " = ANY (ARRAY(" : " IN (");
            selectKeys(target, there);
            compare(path, lookup, values, step + 1, target, there, holds);
            sql.add(orNull || array ? "))" : ")");
            return;
        }
        Table.Link link = table.link(through);
        String join = sql.alias();
        startLinks(link, join, table, alias, holds);
        sql.add(join).add(".").add(link.comparedTarget()).add(" IN (");
        selectKeys(target, there);
        compare(path, lookup, values, step + 1, target, there, true);
        sql.add("))");
    }

    private Optional<Match> candidates(
            FieldDefinition field, Lookup lookup, List<Object> values, Table table, String alias, boolean holds) {
        return fromIndexes
                        && holds
                        && lookup.textMatch().isPresent()
                        && !values.isEmpty()
                        && values.getFirst() instanceof String text
                ? tables.candidates(table, field, alias, text)
                : Optional.empty();
    }

    private void selectKeys(Table target, String alias) {
        sql.add("SELECT ")
                .add(target.key()[0].of(alias))
                .add(" FROM ")
                .add(target.name())
                .add(" ")
                .add(alias)
                .add(" WHERE ");
    }

    /** A many-to-many field itself: one of its keys. */
    private void links(
            FieldDefinition field, Lookup lookup, List<Object> values, Table table, String alias, boolean holds)
            throws SQLException {
        Table.Link link = table.link(field);
        String join = sql.alias();
        if (lookup == Lookup.ISNULL) {
            boolean none = values.getFirst().equals(holds);
            startLinks(link, join, table, alias, !none);
            sql.add("1 = 1)");
            return;
        }
        ColumnCodec codec =
                tables.of(session, table.model().target(field)).key()[0].codec();
        startLinks(link, join, table, alias, holds);
        compare(codec, join + "." + link.comparedTarget(), lookup, values, true);
        sql.add(")");
    }

    private void startLinks(Table.Link link, String join, Table table, String alias, boolean some) {
        String key = table.key()[0].of(alias);
        if (some) {
            sql.add(key).add(" IN (SELECT ").add(join).add(".").add(link.source());
        } else {
            sql.add("NOT EXISTS (SELECT 1");
        }
        sql.add(" FROM ").add(link.table()).add(" ").add(join).add(" WHERE ");
        if (!some) {
            sql.add(join)
                    .add(".")
                    .add(link.comparedSource())
                    .add(" = ")
                    .add(key)
                    .add(" AND ");
        }
    }

    private void compare(ColumnCodec codec, String column, Lookup lookup, List<Object> values, boolean holds)
            throws SQLException {
        // an unreadable value is null to a client, and so to a filter
        String readable = codec.readable(column);
        if (lookup == Lookup.ISNULL) {
            boolean isNull = values.getFirst().equals(holds);
            sql.add(readable.isEmpty() ? "" : "(").add(column).add(isNull ? " IS NULL" : " IS NOT NULL");
            if (!readable.isEmpty()) {
                sql.add(isNull ? " OR NOT (" : " AND (").add(readable).add("))");
            }
            return;
        }
        // a readable value is equal to no unreadable one
        boolean looked = !readable.isEmpty() && !(holds && (lookup == Lookup.EXACT || lookup == Lookup.IN));
        sql.add(looked ? "(" : "").add(holds ? "" : "NOT (");
        switch (lookup) {
            case EXACT -> operator(codec, codec.compared(column), " = ?", values);
            case NE -> operator(codec, codec.compared(column), " <> ?", values);
            case GT -> operator(codec, codec.ordered(column), " > ?", values);
            case GTE -> operator(codec, codec.ordered(column), " >= ?", values);
            case LT -> operator(codec, codec.ordered(column), " < ?", values);
            case LTE -> operator(codec, codec.ordered(column), " <= ?", values);
            case RANGE, YEAR -> operator(codec, codec.ordered(column), " BETWEEN ? AND ?", values);
            case IN -> sql.in(codec, column, values);
            case CONTAINS, ICONTAINS, STARTSWITH, ISTARTSWITH, ENDSWITH, IENDSWITH, IEXACT -> {
                if (values.getFirst() instanceof JsonText items) {
                    sql.add(codec.contains(column)).value(codec, items);
                    break;
                }
                Match match = tables.dialect()
                        .match(codec, column, lookup.textMatch().orElseThrow(), (String) values.getFirst());
                sql.add(match.sql());
                match.parameters().forEach(sql::text);
            }
            case MONTH -> ofDay(codec, column, "MONTH", 6, values);
            case DAY -> ofDay(codec, column, "DAY", 9, values);
            case ISNULL -> throw new IllegalStateException();
        }
        sql.add(holds ? "" : ")");
        if (looked) {
            // no value is in an empty list, not even null
            sql.add(holds ? " AND " : " AND (" + column + " IS NULL OR ")
                    .add(readable)
                    .add(holds ? ")" : "))");
        }
    }

    /**
     * @param part of the day, as SQL calls it
     * @param from where its two digits are in a day such as 2026-11-20, from 1
     */
    private void ofDay(ColumnCodec codec, String column, String part, int from, List<Object> values) {
        ZoneOffsets offsets = values.size() == 1 ? ZoneOffsets.UTC : ZoneOffsets.of((ZoneId) values.get(1));
        LocalDay day = new LocalDay(codec, column, offsets);
        int number = (Integer) values.getFirst();
        if (tables.dialect().extractsParts()) {
            day.add(sql.add("EXTRACT(").add(part).add(" FROM "));
            sql.add(") = ?").number(number);
        } else {
            day.add(sql.add("substr(CAST("));
            sql.add(" AS char(10)), " + from + ", 2) = ?").text(String.format(Locale.ROOT, "%02d", number));
        }
    }

    private void operator(ColumnCodec codec, String column, String operator, List<Object> values) {
        sql.add(column).add(operator);
        for (Object value : values) {
            sql.value(codec, value);
        }
    }
}
