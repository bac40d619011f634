package dev.hexadmin.persistence.database.postgresql.dialect;

import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Lookup.TextMatch;
import dev.hexadmin.persistence.dialect.ColumnCodec;
import dev.hexadmin.persistence.dialect.ColumnMappings;
import dev.hexadmin.persistence.dialect.ConstraintFailure;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.dialect.Match;
import dev.hexadmin.persistence.dialect.StoredColumn;
import dev.hexadmin.persistence.dialect.TableFacts;
import dev.hexadmin.persistence.dialect.TableName;
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
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/** Statements on records as PostgreSQL 14 and later have them. */
public final class PostgresqlDialect implements Dialect {
    private static final String CANCELLED = "57014";
    private static final String NEXT_VALUE = "nextval(";
    private static final int TRIGRAM = 3;

    /** The separators between the words from which pg_trgm computes trigrams. */
    private static final Pattern WORDS = Pattern.compile("[^\\p{L}\\p{N}]+");

    @Override
    public String table(String name) {
        TableName parts = TableName.parse(name);
        return parts.schema().isEmpty() ? quote(parts.name()) : quote(parts.schema()) + "." + quote(parts.name());
    }

    @Override
    public String schemaOf(String table) {
        return TableName.parse(table).schema();
    }

    @Override
    public ColumnMappings<?> columns() {
        return PostgresqlColumns.MAPPINGS;
    }

    @Override
    public TableFacts inspect(Session session, Model model) throws SQLException {
        return new PostgresqlTableInspection(this, session, model).inspect();
    }

    @Override
    public Map<String, StoredColumn> storedColumns(Session session, String table) throws SQLException {
        return PostgresqlTableInspection.storedColumns(session, table(table));
    }

    @Override
    public Map<String, String> defaults(Session session, Model model) throws SQLException {
        return new PostgresqlTableInspection(this, session, model).defaults();
    }

    @Override
    public String givenKeys() {
        return " OVERRIDING SYSTEM VALUE";
    }

    @Override
    public Optional<String> lastValue(String expression) {
        return expression.startsWith(NEXT_VALUE)
                ? Optional.of("currval(" + expression.substring(NEXT_VALUE.length()))
                : Optional.empty();
    }

    /** {@code ILIKE} compares in lower case; an index on lower case serves only a comparison that names it. */
    @Override
    public Match match(ColumnCodec codec, String column, TextMatch how, String needle) {
        String pattern = Match.placed(how.place(), Match.escaped(ColumnCodec.storable(needle)), "%");
        if (!how.anyCase()) {
            return Match.like(codec.text(column), pattern);
        }
        return codec.hasTrigrams()
                ? new Match(
                        "lower(" + codec.anyCase(column) + ") LIKE " + codec.loweredParameter() + " ESCAPE '\\'",
                        List.of(pattern))
                : new Match(codec.anyCase(column) + " ILIKE ? ESCAPE '\\'", List.of(pattern));
    }

    @Override
    public boolean indexes(ColumnCodec codec, TextMatch how, String needle) {
        return how.anyCase() && codec.hasTrigrams() && hasTrigram(needle);
    }

    /** Whether trigrams lead to the records that contain a text. */
    public static boolean hasTrigram(String text) {
        return WORDS.splitAsStream(text).anyMatch(word -> word.length() >= TRIGRAM);
    }

    @Override
    public boolean joinsInOrder() {
        return true;
    }

    @Override
    public boolean extractsParts() {
        return true;
    }

    @Override
    public boolean hasArrays() {
        return true;
    }

    @Override
    public boolean nullIsSmallest() {
        return false;
    }

    /** Nothing for a column without nulls: its usual index can be used. */
    @Override
    public String nulls(boolean nullable, boolean descending) {
        return !nullable ? "" : descending ? " NULLS LAST" : " NULLS FIRST";
    }

    /** Only of constraints that are declared {@code DEFERRABLE}. */
    @Override
    public Optional<String> checksLater() {
        return Optional.of("SET CONSTRAINTS ALL DEFERRED");
    }

    @Override
    public Optional<String> checksBeforeCommit() {
        return Optional.of("SET CONSTRAINTS ALL IMMEDIATE");
    }

    @Override
    public Set<FieldType> heldAsNumbers() {
        return Set.of();
    }

    @Override
    public Set<FieldType> heldAsTexts() {
        return EnumSet.of(FieldType.UUID, FieldType.FILE, FieldType.IMAGE, FieldType.JSON);
    }

    @Override
    public boolean goesOnAfterFailure() {
        return false;
    }

    @Override
    public String lock(String alias) {
        return " FOR UPDATE OF " + alias;
    }

    /** The estimate of the planner; of the partitions, since the server has none for the table above them. */
    @Override
    public OptionalLong estimatedRows(Session session, Model model) throws SQLException {
        List<Long> rows = new ArrayList<>();
        session.forEach(
                "SELECT sum(greatest(reltuples, 0))::bigint FROM pg_class WHERE relkind <> 'p' AND (oid = to_regclass(?)"
                        + " OR oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = to_regclass(?)))",
                row -> rows.add(row.getLong(1)),
                table(model.table()),
                table(model.table()));
        return rows.isEmpty() || rows.getFirst() <= 0 ? OptionalLong.empty() : OptionalLong.of(rows.getFirst());
    }

    @Override
    public <T> Optional<T> within(Duration limit, Session session, PreparedStatement statement, SqlWork<T> work)
            throws SQLException {
        statement.setQueryTimeout((int) Math.max(1, limit.toSeconds()));
        try {
            return Optional.of(work.run(session));
        } catch (SQLException e) {
            if (CANCELLED.equals(e.getSQLState())) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public Optional<String> unusable(SQLException failure) {
        return PostgresqlConstraintFailures.unusable(failure);
    }

    @Override
    public Optional<ConstraintFailure> broken(SQLException failure) {
        return PostgresqlConstraintFailures.broken(failure);
    }

    @Override
    public OptionalInt rejectedParameter(SQLException failure) {
        return PostgresqlConstraintFailures.rejectedParameter(failure);
    }
}
