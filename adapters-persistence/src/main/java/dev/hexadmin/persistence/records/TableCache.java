package dev.hexadmin.persistence.records;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.persistence.database.DatabaseKind;
import dev.hexadmin.persistence.database.FullTextSearch;
import dev.hexadmin.persistence.database.TableInspections;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.dialect.Match;
import dev.hexadmin.persistence.session.Session;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Function;

/** The tables of models, and the indexes of the words in them. Thread-safe. */
final class TableCache {
    private final Dialect dialect;
    private final FullTextSearch search;
    private final Function<Model, Optional<FullTextSearch.Index>> indexes;
    private final TableInspections<Table> known;

    /** @param indexes of the words of models */
    TableCache(DatabaseKind kind, Function<Model, Optional<FullTextSearch.Index>> indexes) {
        this.dialect = kind.dialect();
        this.search = kind.search();
        this.indexes = indexes;
        this.known = new TableInspections<>(kind, (model, inspected) -> new Table(model, inspected, dialect));
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
        known.forget(model);
    }

    Table of(Session session, Model model) throws SQLException {
        return known.of(session, model);
    }
}
