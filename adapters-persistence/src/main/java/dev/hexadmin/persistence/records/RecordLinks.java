package dev.hexadmin.persistence.records;

import dev.hexadmin.application.records.port.ConstraintViolationException;
import dev.hexadmin.application.records.port.ConstraintViolationException.Kind;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.persistence.session.Session;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Adds and removes links of one record to others: the rows of join tables. */
final class RecordLinks {
    private final TableCache tables;
    private final ConstraintViolations refusals;
    private final Session session;
    private final Table table;

    RecordLinks(TableCache tables, ConstraintViolations refusals, Session session, Table table) {
        this.tables = tables;
        this.refusals = refusals;
        this.session = session;
        this.table = table;
    }

    /**
     * Adds links; both sides' keys are taken from their own tables, so that a link to a record that does not exist is not added.
     *
     * @return whether there were any to add
     */
    boolean add(FieldDefinition field, RecordKey from, List<?> keys) throws SQLException {
        Set<Object> distinct = new LinkedHashSet<>(keys);
        if (distinct.isEmpty()) {
            return false;
        }
        Table target = tables.of(session, table.model().target(field));
        Table.Link link = table.link(field);
        Column source = table.key()[0];
        Column to = target.key()[0];
        int places = to.codec().places(distinct.size());
        String text = table.text(
                "link " + places + " " + field.name(),
                () -> "INSERT" + table.facts().writes().orFail() + " INTO " + link.table() + " (" + link.source() + ", "
                        + link.target() + ") SELECT "
                        + source.of("s") + ", " + to.of("t") + " FROM " + table.name() + " s, " + target.name()
                        + " t WHERE " + source.codec().compared(source.of("s")) + " = ? AND "
                        + to.codec().in(to.of("t"), places));
        int added;
        try (Session.Prepared prepared = session.prepare(text)) {
            source.codec().bind(prepared.statement(), 1, from.values().getFirst());
            to.codec().bindAll(prepared.statement(), 2, distinct);
            added = prepared.statement().executeUpdate();
        } catch (SQLException e) {
            throw refusals.ofLink(e, table, field);
        }
        if (added < distinct.size()) {
            throw new ConstraintViolationException(
                    Kind.REFERENCE_NOT_FOUND,
                    table.model(),
                    List.of(field),
                    new IllegalArgumentException("no such record"));
        }
        return true;
    }

    void remove(FieldDefinition field, RecordKey from, List<Object> keys) throws SQLException {
        Column to = tables.of(session, table.model().target(field)).key()[0];
        Column source = table.key()[0];
        Table.Link link = table.link(field);
        int places = to.codec().places(keys.size());
        String text = table.text(
                "unlink " + places + " " + field.name(),
                () -> "DELETE FROM " + link.table() + " WHERE " + source.codec().compared(link.comparedSource())
                        + " = ? AND " + to.codec().in(link.comparedTarget(), places));
        try (Session.Prepared prepared = session.prepare(text)) {
            source.codec().bind(prepared.statement(), 1, from.values().getFirst());
            to.codec().bindAll(prepared.statement(), 2, keys);
            prepared.statement().executeUpdate();
        }
    }
}
