package dev.hexadmin.persistence.database.mysql;

import dev.hexadmin.domain.models.Model;
import dev.hexadmin.persistence.database.FullTextQuery;
import dev.hexadmin.persistence.database.FullTextSearch;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.session.Session;
import dev.hexadmin.persistence.session.SqlWork;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;

/**
 * No indexes: a search looks through the newest records. An index of pieces of words exists in MySQL only, and has the
 * collation of the columns, which tells capital letters from small ones.
 */
final class MysqlTextSearch implements FullTextSearch {
    private static final Duration LONGEST = Duration.ofSeconds(2);

    private final Dialect dialect;

    MysqlTextSearch(Dialect dialect) {
        this.dialect = dialect;
    }

    @Override
    public boolean indexes(Model model) {
        return false;
    }

    @Override
    public boolean isInstalled(Session session) {
        return true;
    }

    @Override
    public void install(Session session) {}

    @Override
    public void create(Session session, Index index) {
        throw new IllegalStateException("no index of '" + index.model().name() + "'");
    }

    @Override
    public void drop(Session session, long id) {}

    @Override
    public boolean isBehind(Session session) {
        return false;
    }

    @Override
    public boolean catchUp(Session session, Collection<Index> indexes) {
        return false;
    }

    @Override
    public boolean helps(String word) {
        return false;
    }

    @Override
    public void find(FullTextQuery query, Index index) {
        throw new IllegalStateException("no index of '" + index.model().name() + "'");
    }

    @Override
    public <T> Optional<T> limited(Session session, PreparedStatement statement, SqlWork<T> work) throws SQLException {
        return dialect.within(LONGEST, session, statement, work);
    }
}
