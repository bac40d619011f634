package dev.hexadmin.persistence.records;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.records.ListQuery.Step;
import dev.hexadmin.persistence.session.Session;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The tables of referenced records that a list is ordered by, each joined once. A record without such a reference, or whose
 * referenced record the caller may not view, has null in every column of it.
 */
final class Joins {
    private final TableCache tables;
    private final Session session;
    private final Joined start;
    private final Map<List<FieldDefinition>, Joined> joined = new LinkedHashMap<>();
    private final List<Join> joins = new ArrayList<>();

    Joins(TableCache tables, Session session, Table table) {
        this.tables = tables;
        this.session = session;
        this.start = new Joined(table, "t0", true);
    }

    /**
     * A table under the name it has in the statement.
     *
     * @param always whether it has a row for each listed record
     */
    record Joined(Table table, String alias, boolean always) {}

    private record Join(Joined from, Step step, Joined to) {}

    /** The table that the references lead to from {@code t0}. */
    Joined to(List<Step> through) throws SQLException {
        Joined at = start;
        List<FieldDefinition> path = new ArrayList<>();
        for (Step step : through) {
            path.add(step.reference());
            Joined next = joined.get(path);
            if (next == null) {
                next = new Joined(
                        tables.of(session, at.table().model().target(step.reference())),
                        "o" + (joins.size() + 1),
                        at.always() && isAlwaysThere(at.table(), step));
                joined.put(List.copyOf(path), next);
                joins.add(new Join(at, step, next));
            }
            at = next;
        }
        return at;
    }

    private boolean isAlwaysThere(Table from, Step step) {
        return RecordCount.always(step.visible())
                && tables.dialect().joinsInOrder()
                && !from.column(step.reference()).nullable()
                && from.facts()
                        .checkedReferences()
                        .contains(Set.of(step.reference().column()));
    }

    boolean isEmpty() {
        return joins.isEmpty();
    }

    /** Adds the joins, after {@code FROM … t0}. */
    void add(SqlBuilder sql) throws SQLException {
        for (Join join : joins) {
            Joined to = join.to();
            sql.add(to.always() ? " JOIN " : " LEFT JOIN ")
                    .add(to.table().name())
                    .add(" ")
                    .add(to.alias())
                    .add(" ON ")
                    .add(to.table().key()[0].of(to.alias()))
                    .add(" = ")
                    .add(join.from()
                            .table()
                            .column(join.step().reference())
                            .referring(join.from().alias()));
            if (!RecordCount.always(join.step().visible())) {
                sql.add(" AND ");
                new ConditionSql(tables, session, sql).add(join.step().visible(), to.table(), to.alias());
            }
        }
    }
}
