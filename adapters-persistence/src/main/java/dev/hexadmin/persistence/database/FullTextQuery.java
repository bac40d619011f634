package dev.hexadmin.persistence.database;

import dev.hexadmin.application.search.port.SearchIndex.Wish;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.Lookup.Place;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.persistence.dialect.ColumnCodec;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.dialect.Match;
import dev.hexadmin.persistence.dialect.TableFacts;
import dev.hexadmin.persistence.dialect.TableIndexes;
import dev.hexadmin.persistence.session.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The first step of one search: collects keys of records that may have the words. Used by one thread. */
public final class FullTextQuery {
    /** How many records of a table without an index are searched, newest first. */
    public static final int LOOKED_THROUGH = 50_000;

    /** How many records that start with one word are searched through an index of the field. */
    private static final int STARTING = 1_000;

    private final DatabaseKind kind;
    private final Session session;
    private final Wish wish;
    private final int most;
    private final TableFacts table;
    private final TableIndexes indexes;
    private final Dialect dialect;
    private final Set<RecordKey> leading = new LinkedHashSet<>();
    private final Set<RecordKey> others = new LinkedHashSet<>();
    private boolean newestOnly;

    /**
     * @param most keys at most
     * @param table of the model
     */
    public FullTextQuery(DatabaseKind kind, Session session, Wish wish, int most, TableInspections.Inspection table) {
        this.kind = kind;
        this.session = session;
        this.wish = wish;
        this.most = most;
        this.table = table.facts();
        this.indexes = table.indexes();
        this.dialect = kind.dialect();
    }

    /** Collects keys, with the help of an index where there is one. */
    public void run(Optional<FullTextSearch.Index> index) throws SQLException {
        if (index.isPresent() && !indexedWords().isEmpty()) {
            kind.search().find(this, index.get());
        } else {
            for (FieldDefinition field : wish.fields()) {
                if (indexes.ordered().contains(field.name())) {
                    findByIndex(field);
                }
            }
            if (index.isPresent()) {
                kind.search().findStarts(this, index.get());
            }
            boolean whole = lookThrough(newest("", LOOKED_THROUGH), List.of());
            newestOnly = !whole || (others.size() < most && hasOlder());
        }
    }

    /** Adds the records whose field is the phrase, and those in which it starts with one of the words, in usual letters. */
    private void findByIndex(FieldDefinition field) throws SQLException {
        if (leading.size() < most) {
            Match whole = starting(field, Place.WHOLE, wish.phrase());
            collect(keys() + whole.sql() + " LIMIT " + most, whole.parameters(), leading);
        }
        if (indexes.prefixes().contains(field.name())) {
            for (String word : wish.words()) {
                if (others.size() < most) {
                    Match start = starting(field, Place.START, word);
                    lookThrough(records(" WHERE " + start.sql()) + " LIMIT " + STARTING, start.parameters());
                }
            }
        }
    }

    /** That a field is a text or starts with it, as it was typed, in capital or in small letters. */
    private Match starting(FieldDefinition field, Place place, String text) {
        ColumnCodec codec = column(field).codec();
        List<Match> matches = Stream.of(text, text.toUpperCase(Locale.ROOT), text.toLowerCase(Locale.ROOT))
                .distinct()
                .map(letters -> dialect.matchByIndex(codec, "t0." + dialect.quote(field.column()), place, letters))
                .toList();
        return new Match(
                "(" + String.join(" OR ", matches.stream().map(Match::sql).toList()) + ")",
                matches.stream().flatMap(match -> match.parameters().stream()).toList());
    }

    private boolean hasOlder() throws SQLException {
        return session.number(
                        "SELECT 1 FROM " + dialect.table(wish.model().table()) + " LIMIT 1 OFFSET " + LOOKED_THROUGH)
                .isPresent();
    }

    /** Whether the table has older records, which were found by the start of an indexed field only. */
    public boolean newestOnly() {
        return newestOnly;
    }

    /** Of records that come first: their name starts with the phrase, or an indexed field is the phrase. */
    public Set<RecordKey> leading() {
        return leading;
    }

    /** Keys in any order; they may include those of {@link #leading}. */
    public Set<RecordKey> others() {
        return others;
    }

    public Session session() {
        return session;
    }

    public Wish wish() {
        return wish;
    }

    /** How many keys to collect at most. */
    public int most() {
        return most;
    }

    /** The words that the index of words can help with. */
    public List<String> indexedWords() {
        return wish.words().stream().filter(kind.search()::helps).toList();
    }

    /** The column of a field of the model. */
    public TableFacts.Column column(FieldDefinition field) {
        return Objects.requireNonNull(table.columns().get(field.name()));
    }

    /** The start of a query for keys, up to a condition on the table {@code t0}. */
    public String keys() {
        return wish.model().key().stream()
                .map(field -> column(field).codec().selected("t0." + dialect.quote(field.column())))
                .collect(Collectors.joining(
                        ", ", "SELECT ", " FROM " + dialect.table(wish.model().table()) + " t0 WHERE "));
    }

    /**
     * A query for the newest records, with their keys and the searched columns.
     *
     * @param where a condition on the table {@code t0}, or empty
     */
    public String newest(String where, int limit) {
        String order = wish.model().key().stream()
                .map(field -> column(field).codec().ordered("t0." + dialect.quote(field.column())) + " DESC")
                .collect(Collectors.joining(", "));
        return records(where) + " ORDER BY " + order + " LIMIT " + limit;
    }

    /** A query for records, with their keys and the searched columns. */
    private String records(String where) {
        StringBuilder sql = new StringBuilder("SELECT ");
        for (int i = 0; i < wish.model().key().size(); i++) {
            FieldDefinition field = wish.model().key().get(i);
            String name = "t0." + dialect.quote(field.column());
            sql.append(column(field).codec().selected(name))
                    .append(" AS k")
                    .append(i)
                    .append(", ");
        }
        for (int i = 0; i < wish.fields().size(); i++) {
            sql.append(i == 0 ? "" : ", ")
                    .append("t0.")
                    .append(dialect.quote(wish.fields().get(i).column()))
                    .append(" AS c")
                    .append(i);
        }
        return sql.append(" FROM ")
                .append(dialect.table(wish.model().table()))
                .append(" t0")
                .append(where)
                .toString();
    }

    /**
     * Collects the keys of those records of a query made by {@link #newest} that have the words.
     *
     * @return false when the database cancelled it because it took too long
     */
    public boolean lookThrough(String from, List<?> parameters) throws SQLException {
        List<Object> all = new ArrayList<>(parameters);
        StringBuilder sql = new StringBuilder("SELECT ");
        for (int i = 0; i < wish.model().key().size(); i++) {
            sql.append(i == 0 ? "" : ", ").append("n.k").append(i);
        }
        sql.append(" FROM (").append(from).append(") n WHERE ");
        for (int w = 0; w < wish.words().size(); w++) {
            sql.append(w == 0 ? "(" : " AND (");
            for (int i = 0; i < wish.fields().size(); i++) {
                ColumnCodec codec = column(wish.fields().get(i)).codec();
                Match match = dialect.match(
                        codec,
                        "n.c" + i,
                        Lookup.ICONTAINS.textMatch().orElseThrow(),
                        wish.words().get(w));
                sql.append(i == 0 ? "" : " OR ").append(match.sql());
                all.addAll(match.parameters());
            }
            sql.append(')');
        }
        sql.append(" LIMIT ").append(most);
        return collect(sql.toString(), all, others);
    }

    /**
     * Collects the keys that a query returns.
     *
     * @param parameters texts and numbers
     * @param into {@link #leading} or {@link #others}
     * @return false when the database cancelled the query because it took too long; what was found before is kept
     */
    public boolean collect(String sql, List<?> parameters, Set<RecordKey> into) throws SQLException {
        try (Session.Prepared prepared = session.prepare(sql)) {
            PreparedStatement statement = prepared.statement();
            int at = 0;
            for (Object parameter : parameters) {
                if (parameter instanceof Long number) {
                    statement.setLong(++at, number);
                } else {
                    statement.setString(++at, (String) parameter);
                }
            }
            return kind.search()
                    .limited(session, statement, running -> {
                        try (ResultSet row = statement.executeQuery()) {
                            while (row.next()) {
                                key(row).ifPresent(into::add);
                            }
                        }
                        return into;
                    })
                    .isPresent();
        }
    }

    private Optional<RecordKey> key(ResultSet row) throws SQLException {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < wish.model().key().size(); i++) {
            @Nullable Object value = column(wish.model().key().get(i)).codec().read(row, i + 1);
            if (value == null) {
                return Optional.empty();
            }
            values.add(value);
        }
        return Optional.of(new RecordKey(values));
    }
}
