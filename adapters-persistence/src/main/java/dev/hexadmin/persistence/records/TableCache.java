package dev.hexadmin.persistence.records;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.persistence.database.DatabaseKind;
import dev.hexadmin.persistence.database.FullTextSearch;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.dialect.Match;
import dev.hexadmin.persistence.session.Session;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The tables of models, each inspected once, at its first use. Thread-safe. */
final class TableCache {
    private final Dialect dialect;
    private final FullTextSearch search;
    private final Function<Model, Optional<FullTextSearch.Index>> indexes;
    private final Map<Model, Table> known = new ConcurrentHashMap<>();

    /** @param indexes of the words of models */
    TableCache(DatabaseKind kind, Function<Model, Optional<FullTextSearch.Index>> indexes) {
        this.dialect = kind.dialect();
        this.search = kind.search();
        this.indexes = indexes;
    }

    Dialect dialect() {
        return dialect;
    }

    /** See {@link FullTextSearch#candidates}. */
    Optional<Match> candidates(Table table, FieldDefinition field, String alias, String text) {
        return indexes.apply(table.model()).flatMap(index -> search.candidates(index, field, alias, text));
    }

    /** The table is inspected again at its next use. */
    void forget(Model model) {
        known.remove(model);
    }

    Table of(Session session, Model model) throws SQLException {
        @Nullable Table table = known.get(model);
        if (table == null) {
            table = new Table(model, dialect.inspect(session, model), dialect);
            known.put(model, table);
        }
        return table;
    }
}
