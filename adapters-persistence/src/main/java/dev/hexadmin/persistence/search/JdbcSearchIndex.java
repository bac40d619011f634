package dev.hexadmin.persistence.search;

import dev.hexadmin.application.port.ServiceUnavailableException;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.application.search.port.SearchIndex;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.ListQuery;
import dev.hexadmin.domain.records.ListQuery.CountMode;
import dev.hexadmin.domain.records.ListQuery.Order;
import dev.hexadmin.domain.records.ListQuery.Position;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.persistence.dialect.ColumnCodec;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.dialect.Match;
import dev.hexadmin.persistence.dialect.TableFacts;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.jdbc.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds records in two steps. Thread-safe.
 *
 * <p>First the keys of records that have the words, from an index or by looking through the newest records; then, in the
 * record engine's own statement, those of them that meet the caller's condition and really have the words: an index may
 * be a little behind, and row policies are never a filter after the statement.
 */
public final class JdbcSearchIndex implements SearchIndex {
    /** Records of a table without an index that are looked through, newest first. */
    static final int LOOKED_THROUGH = 50_000;

    private static final int NOTED_LOOKED_THROUGH = 5_000;
    private static final int LEADING = 100;
    private static final int UNDER_POLICY = 4_000;
    private static final int COMPOSITE = 100;
    private static final int TRIGRAM = 3;
    private static final int LONGEST_SECONDS = 2;
    private static final Position FIRST = new Position.Page(1);
    private static final String CANCELLED = "57014";

    private final Database database;
    private final Records records;
    private final SearchTables tables;
    private final Dialect dialect;
    private final Map<Model, TableFacts> facts = new ConcurrentHashMap<>();

    public JdbcSearchIndex(Database database, Records records, SearchTables tables) {
        this.database = database;
        this.records = records;
        this.tables = tables;
        this.dialect = Dialect.of(database);
    }

    @Override
    public List<Candidate> find(Wish wish) {
        boolean bound = !wish.condition().equals(Condition.always());
        int most = wish.model().key().size() > 1 ? COMPOSITE : bound ? UNDER_POLICY : CANDIDATES;
        Keys keys = database.read(session -> {
            try {
                return new Looking(session, wish, most).keys();
            } catch (SQLException e) {
                Optional<String> said = dialect.unusable(e);
                if (said.isEmpty()) {
                    throw e;
                }
                facts.remove(wish.model());
                throw ServiceUnavailableException.ofModel(
                        wish.model().name(),
                        "the table of '" + wish.model().name() + "' cannot be searched: " + said.get(),
                        e);
            }
        });
        SearchCandidateCollector found = found(wish.model(), wish.shown());
        give(wish, keys.leading(), found);
        keys.others().removeAll(keys.leading());
        give(wish, keys.others(), found);
        return found.candidates();
    }

    @Override
    public List<Candidate> first(
            Model model, List<Order> ordering, List<FieldDefinition> shown, Condition condition, int limit) {
        SearchCandidateCollector counted = found(model, List.of());
        boolean large = records.list(
                        new ListQuery(
                                counted.shape(), Condition.always(), byKey(model, true), FIRST, 1, CountMode.BOUNDED),
                        counted)
                .more();
        SearchCandidateCollector found = found(model, shown);
        List<Order> whole = large ? byKey(model, true) : total(model, ordering);
        records.list(new ListQuery(found.shape(), condition, whole, FIRST, limit, CountMode.NONE), found);
        return found.candidates();
    }

    @Override
    public List<Candidate> of(
            Model model, Collection<RecordKey> keys, List<FieldDefinition> shown, Condition condition) {
        SearchCandidateCollector found = found(model, shown);
        records.list(
                new ListQuery(
                        found.shape(),
                        condition.and(oneOf(model, keys)),
                        byKey(model, true),
                        FIRST,
                        keys.size(),
                        CountMode.NONE),
                found);
        return found.candidates();
    }

    private static SearchCandidateCollector found(Model model, List<FieldDefinition> shown) {
        List<FieldDefinition> fields =
                Stream.concat(model.key().stream(), shown.stream()).distinct().toList();
        return new SearchCandidateCollector(new Shape(model, fields, Map.of()));
    }

    private static List<Order> byKey(Model model, boolean descending) {
        return model.key().stream().map(field -> new Order(field, descending)).toList();
    }

    /** An order, made total by the key. */
    private static List<Order> total(Model model, List<Order> ordering) {
        boolean descending = !ordering.isEmpty() && ordering.getLast().descending();
        return Stream.concat(
                        ordering.stream(),
                        byKey(model, descending).stream()
                                .filter(key -> ordering.stream()
                                        .noneMatch(order -> order.field().equals(key.field()))))
                .toList();
    }

    private void give(Wish wish, Collection<RecordKey> keys, SearchCandidateCollector found) {
        int room = CANDIDATES - found.candidates().size();
        if (keys.isEmpty() || room <= 0) {
            return;
        }
        Model model = wish.model();
        List<FieldPath> paths =
                wish.fields().stream().map(field -> FieldPath.of(model, field)).toList();
        Condition condition =
                wish.condition().and(new Condition.Matches(paths, wish.words())).and(oneOf(model, keys));
        records.list(new ListQuery(found.shape(), condition, byKey(model, true), FIRST, room, CountMode.NONE), found);
    }

    private static Condition oneOf(Model model, Collection<RecordKey> keys) {
        if (model.key().size() == 1) {
            return new Condition.Compare(
                    FieldPath.of(model, model.key().getFirst()),
                    Lookup.IN,
                    keys.stream().map(key -> key.values().getFirst()).toList());
        }
        List<Condition> all = new ArrayList<>();
        for (RecordKey key : keys) {
            List<Condition> parts = new ArrayList<>();
            for (int i = 0; i < model.key().size(); i++) {
                parts.add(new Condition.Compare(
                        FieldPath.of(model, model.key().get(i)),
                        Lookup.EXACT,
                        List.of(key.values().get(i))));
            }
            all.add(new Condition.All(parts));
        }
        return new Condition.Any(all);
    }

    /**
     * Keys of records that may fit.
     *
     * @param leading of those whose name starts with the phrase
     * @param others in any order; may have those of {@code leading} too
     */
    private record Keys(Set<RecordKey> leading, Set<RecordKey> others) {}

    /** The first step of one search. */
    private final class Looking {
        private final Session session;
        private final Wish wish;
        private final int most;
        private final TableFacts table;
        private final Set<RecordKey> leading = new LinkedHashSet<>();
        private final Set<RecordKey> others = new LinkedHashSet<>();

        Looking(Session session, Wish wish, int most) throws SQLException {
            this.session = session;
            this.wish = wish;
            this.most = most;
            this.table = facts(session, wish.model());
        }

        Keys keys() throws SQLException {
            Optional<SearchTables.Indexed> index =
                    tables.of(wish.model()).filter(one -> !indexed(wish.words()).isEmpty());
            if (index.isEmpty()) {
                lookThrough(newest("", ""), List.of());
            } else if (database.sqlite()) {
                inTrigrams(index.get());
            } else {
                inColumns();
            }
            return new Keys(leading, others);
        }

        private TableFacts.Column column(FieldDefinition field) {
            return Objects.requireNonNull(table.columns().get(field.name()));
        }

        // ---- without an index

        /** The newest records, with their keys and the columns looked in. */
        private String newest(String where, String limit) {
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
                    .append(dialect.quote(wish.model().table()))
                    .append(" t0")
                    .append(where)
                    .append(" ORDER BY ")
                    .append(String.join(", ", order))
                    .append(" LIMIT ")
                    .append(limit.isEmpty() ? Integer.toString(LOOKED_THROUGH) : limit)
                    .toString();
        }

        /** Of the records that {@code from} selects, those that have the words. */
        private void lookThrough(String from, List<Long> parameters) throws SQLException {
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
                            codec, "n.c" + i, Lookup.ICONTAINS, wish.words().get(w));
                    sql.append(i == 0 ? "" : " OR ").append(match.sql());
                    texts.addAll(match.parameters());
                }
                sql.append(')');
            }
            sql.append(" LIMIT ").append(most);
            collect(sql.toString(), parameters, texts, List.of(), others);
        }

        private void collect(String sql, List<Long> numbers, List<String> texts, List<Long> more, Set<RecordKey> into)
                throws SQLException {
            try (Session.Prepared prepared = session.prepare(sql)) {
                PreparedStatement statement = prepared.statement();
                if (!database.sqlite()) {
                    // SQLite's statements are bounded by the number of rows alone
                    statement.setQueryTimeout(LONGEST_SECONDS);
                }
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
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        key(row).ifPresent(into::add);
                    }
                }
            } catch (SQLException e) {
                if (!CANCELLED.equals(e.getSQLState())) {
                    throw e;
                }
                // it took too long: what was found before is the answer
            }
        }

        private Optional<RecordKey> key(ResultSet row) throws SQLException {
            List<Object> values = new ArrayList<>();
            for (int i = 0; i < wish.model().key().size(); i++) {
                @Nullable
                Object value = column(wish.model().key().get(i)).codec().read(row, i + 1);
                if (value == null) {
                    return Optional.empty();
                }
                values.add(value);
            }
            return Optional.of(new RecordKey(values));
        }

        // ---- SQLite

        private void inTrigrams(SearchTables.Indexed index) throws SQLException {
            String key = dialect.quote(wish.model().key().getFirst().column());
            String noted = " WHERE t0." + key + " IN (SELECT record FROM admin_search_queue WHERE index_id = ?"
                    + " ORDER BY record DESC LIMIT " + NOTED_LOOKED_THROUGH + ")";
            lookThrough(newest(noted, Integer.toString(NOTED_LOOKED_THROUGH)), List.of(index.id()));
            Optional<Long> unfilled = unfilled(index);
            if (unfilled.isPresent()) {
                lookThrough(newest(" WHERE t0." + key + " < ?", ""), List.of(unfilled.get()));
            }
            String match = "SELECT rowid FROM " + index.table() + " WHERE " + index.table()
                    + " MATCH ? ORDER BY rowid DESC LIMIT ?";
            if (wish.leading().isPresent()
                    && wish.phrase().codePointCount(0, wish.phrase().length()) >= TRIGRAM) {
                String start = "{" + index.column(wish.leading().get()) + "} : ^ " + quoted(wish.phrase());
                collect(match, List.of(), List.of(start), List.of((long) LEADING), leading);
            }
            StringBuilder columns = new StringBuilder("{");
            for (FieldDefinition field : wish.fields()) {
                columns.append(columns.length() == 1 ? "" : " ").append(index.column(field));
            }
            columns.append("} : ");
            String query = String.join(
                    " AND ",
                    indexed(wish.words()).stream()
                            .map(word -> columns + quoted(word))
                            .toList());
            collect(match, List.of(), List.of(query), List.of((long) most), others);
        }

        private Optional<Long> unfilled(SearchTables.Indexed index) throws SQLException {
            try (Session.Prepared prepared =
                    session.prepare("SELECT unfilled_below FROM admin_search_indexes WHERE id = ?")) {
                prepared.statement().setLong(1, index.id());
                try (ResultSet row = prepared.statement().executeQuery()) {
                    if (!row.next()) {
                        return Optional.empty();
                    }
                    long below = row.getLong(1);
                    return row.wasNull() ? Optional.empty() : Optional.of(below);
                }
            }
        }

        /** A string of FTS5's query language: nothing in it is an operator. */
        private String quoted(String text) {
            return '"' + text.replace("\"", "\"\"") + '"';
        }

        // ---- PostgreSQL

        private void inColumns() throws SQLException {
            StringBuilder select = new StringBuilder("SELECT ");
            for (int i = 0; i < wish.model().key().size(); i++) {
                FieldDefinition field = wish.model().key().get(i);
                select.append(i == 0 ? "" : ", ")
                        .append(column(field).codec().selected("t0." + dialect.quote(field.column())));
            }
            select.append(" FROM ").append(dialect.quote(wish.model().table())).append(" t0 WHERE ");
            if (wish.leading().isPresent()) {
                collect(
                        select + like(wish.leading().get()) + " LIMIT ?",
                        List.of(),
                        List.of(escaped(wish.phrase()) + "%"),
                        List.of((long) LEADING),
                        leading);
            }
            StringBuilder sql = new StringBuilder(select);
            List<String> texts = new ArrayList<>();
            for (int w = 0; w < wish.words().size(); w++) {
                sql.append(w == 0 ? "(" : " AND (");
                for (int i = 0; i < wish.fields().size(); i++) {
                    sql.append(i == 0 ? "" : " OR ").append(like(wish.fields().get(i)));
                    texts.add("%" + escaped(wish.words().get(w)) + "%");
                }
                sql.append(')');
            }
            collect(sql.append(" LIMIT ?").toString(), List.of(), texts, List.of((long) most), others);
        }

        private String like(FieldDefinition field) {
            TableFacts.Column column = column(field);
            String name = "t0." + dialect.quote(field.column());
            return SearchTables.folded(column, name) + " LIKE " + column.codec().loweredParameter() + " ESCAPE '\\'";
        }

        private String escaped(String text) {
            return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_");
        }

        /** The words an index of trigrams can help with. */
        private List<String> indexed(List<String> words) {
            return words.stream()
                    .filter(word -> word.codePointCount(0, word.length()) >= TRIGRAM)
                    .toList();
        }
    }

    private TableFacts facts(Session session, Model model) throws SQLException {
        @Nullable TableFacts known = facts.get(model);
        if (known == null) {
            known = dialect.inspect(session, model);
            facts.put(model, known);
        }
        return known;
    }
}
