package dev.hexadmin.persistence.database;

import dev.hexadmin.application.search.port.SearchIndex.Wish;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.persistence.dialect.ColumnCodec;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.dialect.Match;
import dev.hexadmin.persistence.dialect.TableFacts;
import dev.hexadmin.persistence.session.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The first step of one search: collects keys of records that may have the words. Used by one thread. */
public final class FullTextQuery {
    /** How many records of a table without an index are searched, newest first. */
    public static final int LOOKED_THROUGH = 50_000;

    private static final int TRIGRAM = 3;

    private final DatabaseKind kind;
    private final Session session;
    private final Wish wish;
    private final int most;
    private final TableFacts table;
    private final Dialect dialect;
    private final Set<RecordKey> leading = new LinkedHashSet<>();
    private final Set<RecordKey> others = new LinkedHashSet<>();

    /**
     * @param most keys at most
     * @param table of the model
     */
    public FullTextQuery(DatabaseKind kind, Session session, Wish wish, int most, TableFacts table) {
        this.kind = kind;
        this.session = session;
        this.wish = wish;
        this.most = most;
        this.table = table;
        this.dialect = kind.dialect();
    }

    /** Collects keys, with the help of an index where there is one. */
    public void run(Optional<FullTextSearch.Index> index) throws SQLException {
        if (index.isPresent() && !indexedWords().isEmpty()) {
            kind.search().find(this, index.get());
        } else {
            lookThrough(newest("", LOOKED_THROUGH), List.of());
        }
    }

    /** Of records whose name starts with the phrase. */
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

    /** The words that an index of trigrams can help with. */
    public List<String> indexedWords() {
        return wish.words().stream()
                .filter(word -> word.codePointCount(0, word.length()) >= TRIGRAM)
                .toList();
    }

    /** The column of a field of the model. */
    public TableFacts.Column column(FieldDefinition field) {
        return Objects.requireNonNull(table.columns().get(field.name()));
    }

    /**
     * A query for the newest records, with their keys and the searched columns.
     *
     * @param where a condition on the table {@code t0}, or empty
     */
    public String newest(String where, int limit) {
        StringBuilder sql = new StringBuilder("SELECT ");
        List<String> order = new ArrayList<>();
        for (int i = 0; i < wish.model().key().size(); i++) {
            FieldDefinition field = wish.model().key().get(i);
            String name = "t0." + dialect.quote(field.column());
            ColumnCodec codec = column(field).codec();
            sql.append(codec.selected(name)).append(" AS k").append(i).append(", ");
            order.add(codec.ordered(name) + " DESC");
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
                .append(" ORDER BY ")
                .append(String.join(", ", order))
                .append(" LIMIT ")
                .append(limit)
                .toString();
    }

    /** Collects the keys of those records of a query made by {@link #newest} that have the words. */
    public void lookThrough(String from, List<Long> parameters) throws SQLException {
        List<String> texts = new ArrayList<>();
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
                texts.addAll(match.parameters());
            }
            sql.append(')');
        }
        sql.append(" LIMIT ").append(most);
        collect(sql.toString(), parameters, texts, List.of(), others);
    }

    /**
     * Collects the keys that a query returns.
     *
     * @param numbers the first parameters
     * @param texts those after them
     * @param more those after these
     * @param into {@link #leading} or {@link #others}
     */
    public void collect(String sql, List<Long> numbers, List<String> texts, List<Long> more, Set<RecordKey> into)
            throws SQLException {
        try (Session.Prepared prepared = session.prepare(sql)) {
            PreparedStatement statement = prepared.statement();
            int at = 0;
            for (Long number : numbers) {
                statement.setLong(++at, number);
            }
            for (String text : texts) {
                statement.setString(++at, text);
            }
            for (Long number : more) {
                statement.setLong(++at, number);
            }
            // when the query takes too long, the keys found before are the result
            kind.search().limited(session, statement, running -> {
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        key(row).ifPresent(into::add);
                    }
                }
                return into;
            });
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
