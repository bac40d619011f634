package dev.hexadmin.persistence.records;

import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.persistence.database.DatabaseKind;
import dev.hexadmin.persistence.session.Session;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;

/** The keys of the records that meet a condition, as part of the statements of other packages. Thread-safe. */
public final class MatchingKeys {
    private final TableCache tables;

    public MatchingKeys(DatabaseKind kind) {
        this.tables = new TableCache(kind, model -> Optional.empty());
    }

    /** The query, for models whose key is one field. */
    public Query of(Session session, Model model, Condition condition) throws SQLException {
        Table table = tables.of(session, model);
        SqlBuilder sql = new SqlBuilder("SELECT ");
        String alias = sql.alias();
        sql.add(table.key()[0].of(alias))
                .add(" FROM ")
                .add(table.name())
                .add(" ")
                .add(alias)
                .add(" WHERE ");
        new ConditionSql(tables, session, sql).add(condition, table, alias);
        return new Query(sql);
    }

    /** A query of one column, with parameters. */
    public static final class Query {
        private final SqlBuilder sql;

        private Query(SqlBuilder sql) {
            this.sql = sql;
        }

        public String text() {
            return sql.toString();
        }

        /**
         * Binds the parameters.
         *
         * @param at the place of the first one
         * @return the place behind the last one
         */
        public int bind(PreparedStatement statement, int at) throws SQLException {
            return sql.bind(statement, at);
        }
    }
}
