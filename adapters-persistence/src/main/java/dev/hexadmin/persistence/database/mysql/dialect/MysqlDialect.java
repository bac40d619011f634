package dev.hexadmin.persistence.database.mysql.dialect;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Lookup.Place;
import dev.hexadmin.domain.records.Lookup.TextMatch;
import dev.hexadmin.persistence.dialect.ColumnCodec;
import dev.hexadmin.persistence.dialect.ColumnMappings;
import dev.hexadmin.persistence.dialect.ConstraintFailure;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.dialect.Match;
import dev.hexadmin.persistence.dialect.StoredColumn;
import dev.hexadmin.persistence.dialect.TableFacts;
import dev.hexadmin.persistence.session.Session;
import dev.hexadmin.persistence.session.SqlWork;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Statements on records as MySQL and MariaDB have them. */
public final class MysqlDialect implements Dialect {
    private static final int TOO_LONG_FOR_MYSQL = 3024;
    private static final int TOO_LONG_FOR_MARIADB = 1969;

    @Override
    public ColumnMappings<?> columns() {
        return MysqlColumns.MAPPINGS;
    }

    @Override
    public String managedType(Model model, FieldDefinition field) {
        int texts = model.definition().storage().uniqueTogether().stream()
                .filter(group -> group.contains(field.name()))
                .mapToInt(group -> (int) group.stream()
                        .filter(name -> MysqlColumns.isText(Dialect.leaf(model, model.fieldNamed(name))))
                        .count())
                .max()
                .orElse(0);
        return texts > 0 && field.type() != FieldType.REFERENCE
                ? MysqlColumns.uniqueTogether(field, texts)
                : Dialect.super.managedType(model, field);
    }

    @Override
    public TableFacts inspect(Session session, Model model) throws SQLException {
        return new MysqlTableInspection(session, model).inspect();
    }

    @Override
    public Map<String, StoredColumn> storedColumns(Session session, String table) throws SQLException {
        return MysqlTableInspection.storedColumns(session, table);
    }

    @Override
    public Map<String, String> defaults(Session session, Model model) throws SQLException {
        return new MysqlTableInspection(session, model).defaults();
    }

    @Override
    public boolean returnsRows() {
        return false;
    }

    @Override
    public String noValues() {
        return " () VALUES ()";
    }

    /** Both sides in lower case, by the rules of the same collation, in which accents differ. */
    @Override
    public Match match(ColumnCodec codec, String column, TextMatch how, String needle) {
        String pattern = Match.placed(how.place(), Match.escaped(ColumnCodec.storable(needle)), "%");
        return how.anyCase()
                ? new Match(
                        "lower(" + codec.anyCase(column) + ") LIKE lower(? COLLATE " + Products.EXACT + ") ESCAPE '\\'",
                        List.of(pattern))
                : Match.like(codec.text(column), pattern);
    }

    /** By the collation of the column, which its index has. */
    @Override
    public Match matchByIndex(ColumnCodec codec, String column, Place place, String text) {
        return Match.like(column, Match.placed(place, Match.escaped(ColumnCodec.storable(text)), "%"));
    }

    @Override
    public boolean indexes(ColumnCodec codec, TextMatch how, String needle) {
        return false;
    }

    @Override
    public boolean nullIsSmallest() {
        return true;
    }

    @Override
    public String nulls(boolean nullable, boolean descending) {
        return "";
    }

    @Override
    public boolean comparesRows() {
        return false;
    }

    @Override
    public Set<FieldType> heldAsNumbers() {
        return EnumSet.of(FieldType.BOOLEAN, FieldType.DURATION);
    }

    @Override
    public Set<FieldType> heldAsTexts() {
        return EnumSet.of(
                FieldType.INTEGER,
                FieldType.DATE,
                FieldType.TIME,
                FieldType.DATETIME,
                FieldType.DURATION,
                FieldType.UUID,
                FieldType.FILE,
                FieldType.IMAGE,
                FieldType.JSON,
                FieldType.LIST,
                FieldType.BINARY);
    }

    @Override
    public boolean goesOnAfterFailure() {
        return true;
    }

    @Override
    public String lock(String alias) {
        return " FOR UPDATE " + Products.of(alias);
    }

    /** The estimate of the planner. */
    @Override
    public OptionalLong estimatedRows(Session session, Model model) throws SQLException {
        List<Long> rows = new ArrayList<>();
        session.forEach(
                "SELECT coalesce(table_rows, 0) FROM information_schema.tables"
                        + " WHERE table_schema = database() AND table_name = ?",
                row -> rows.add(row.getLong(1)),
                model.table());
        return rows.isEmpty() || rows.getFirst() <= 0 ? OptionalLong.empty() : OptionalLong.of(rows.getFirst());
    }

    @Override
    public <T> Optional<T> within(Duration limit, Session session, PreparedStatement statement, SqlWork<T> work)
            throws SQLException {
        session.execute(Products.limit(Math.max(1, limit.toMillis())));
        try {
            return Optional.of(work.run(session));
        } catch (SQLException e) {
            if (e.getErrorCode() == TOO_LONG_FOR_MYSQL || e.getErrorCode() == TOO_LONG_FOR_MARIADB) {
                return Optional.empty();
            }
            throw e;
        } finally {
            session.execute(Products.limit(0));
        }
    }

    @Override
    public Optional<String> unusable(SQLException failure) {
        return MysqlConstraintFailures.unusable(failure);
    }

    @Override
    public Optional<ConstraintFailure> broken(SQLException failure) {
        return MysqlConstraintFailures.broken(failure);
    }
}
