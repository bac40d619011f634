package dev.hexadmin.persistence.records;

import dev.hexadmin.domain.models.Model;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.session.Session;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The tables of models, each inspected once, at its first use. Thread-safe. */
final class TableCache {
    private final Dialect dialect;
    private final Map<Model, Table> known = new ConcurrentHashMap<>();

    TableCache(Dialect dialect) {
        this.dialect = dialect;
    }

    Dialect dialect() {
        return dialect;
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
