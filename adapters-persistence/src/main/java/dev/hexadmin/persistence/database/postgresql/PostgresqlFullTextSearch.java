package dev.hexadmin.persistence.database.postgresql;

import dev.hexadmin.application.search.port.SearchIndex;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.persistence.database.FullTextQuery;
import dev.hexadmin.persistence.database.FullTextSearch;
import dev.hexadmin.persistence.database.postgresql.dialect.PostgresqlDialect;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.dialect.Match;
import dev.hexadmin.persistence.dialect.TableFacts;
import dev.hexadmin.persistence.session.Session;
import dev.hexadmin.persistence.session.SqlWork;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** A GIN index of the trigrams of each column. PostgreSQL updates it; the extension pg_trgm computes the trigrams. */
final class PostgresqlFullTextSearch implements FullTextSearch {
    private static final Duration LONGEST = Duration.ofSeconds(2);
    private static final int LEADING = 100;

    private final Dialect dialect;

    PostgresqlFullTextSearch(Dialect dialect) {
        this.dialect = dialect;
    }

    @Override
    public boolean indexes(Model model) {
        return true;
    }

    @Override
    public boolean isInstalled(Session session) throws SQLException {
        return session.number("SELECT count(*) FROM pg_extension WHERE extname = 'pg_trgm'")
                .filter(count -> count > 0)
                .isPresent();
    }

    @Override
    public void install(Session session) throws SQLException {
        session.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm");
    }

    @Override
    public void create(Session session, Index index) throws SQLException {
        TableFacts facts = dialect.inspect(session, index.model());
        List<String> columns = new ArrayList<>();
        for (FieldDefinition field : index.fields()) {
            TableFacts.Column column = facts.columns().get(field.name());
            if (column != null) {
                columns.add("(" + folded(column, dialect.quote(field.column())) + ") gin_trgm_ops");
            }
        }
        session.execute("CREATE INDEX " + index.name() + " ON "
                + dialect.table(index.model().table()) + " USING gin (" + String.join(", ", columns) + ")");
    }

    /** The column in lower case by the rules of its collation. Trigrams alone use only the rules of the database. */
    private static String folded(TableFacts.Column column, String name) {
        return "lower(" + column.codec().anyCase(name) + ")";
    }

    @Override
    public void drop(Session session, long id) throws SQLException {
        session.execute("DROP INDEX IF EXISTS " + FullTextSearch.nameOf(id));
    }

    @Override
    public boolean isBehind(Session session) {
        return false;
    }

    @Override
    public boolean catchUp(Session session, Collection<Index> indexes) {
        return false;
    }

    /** A trigram needs three letters or digits beside one another. */
    @Override
    public boolean helps(String word) {
        return PostgresqlDialect.hasTrigram(word);
    }

    @Override
    public void find(FullTextQuery query, Index index) throws SQLException {
        SearchIndex.Wish wish = query.wish();
        if (wish.leading().isPresent()) {
            query.collect(
                    query.keys() + like(query, wish.leading().get()) + " LIMIT ?",
                    List.of(Match.escaped(wish.phrase()) + "%", (long) LEADING),
                    query.leading());
        }
        find(query, "%");
    }

    /** The start of a text has trigrams of its own from two letters on. */
    @Override
    public void findStarts(FullTextQuery query, Index index) throws SQLException {
        if (query.wish().words().stream().anyMatch(word -> word.codePointCount(0, word.length()) > 1)) {
            find(query, "");
        }
    }

    /** @param before the start of each pattern, before a word */
    private void find(FullTextQuery query, String before) throws SQLException {
        SearchIndex.Wish wish = query.wish();
        StringBuilder sql = new StringBuilder(query.keys());
        List<Object> parameters = new ArrayList<>();
        for (int w = 0; w < wish.words().size(); w++) {
            sql.append(w == 0 ? "(" : " AND (");
            for (int i = 0; i < wish.fields().size(); i++) {
                sql.append(i == 0 ? "" : " OR ")
                        .append(like(query, wish.fields().get(i)));
                parameters.add(before + Match.escaped(wish.words().get(w)) + "%");
            }
            sql.append(')');
        }
        parameters.add((long) query.most());
        query.collect(sql.append(" LIMIT ?").toString(), parameters, query.others());
    }

    private String like(FullTextQuery query, FieldDefinition field) {
        TableFacts.Column column = query.column(field);
        String name = "t0." + dialect.quote(field.column());
        return folded(column, name) + " LIKE " + column.codec().loweredParameter() + " ESCAPE '\\'";
    }

    @Override
    public <T> Optional<T> limited(Session session, PreparedStatement statement, SqlWork<T> work) throws SQLException {
        return dialect.within(LONGEST, session, statement, work);
    }
}
