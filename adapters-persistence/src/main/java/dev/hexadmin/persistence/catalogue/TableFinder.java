package dev.hexadmin.persistence.catalogue;

import dev.hexadmin.domain.models.Operation;
import dev.hexadmin.persistence.session.Session;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the tables of models in one kind of database. Stateless. */
public interface TableFinder {
    /**
     * A table, or a view.
     *
     * @param view whether its rows are computed from others
     * @param readable whether the database user may read it
     * @param transactional whether a change of its rows can be rolled back
     * @param operations what can be done to its rows
     * @param sequence that numbers its rows and that the database user may not use; {@code ""} when there is none
     * @param columns by name
     */
    record TableAccess(
            boolean view,
            boolean readable,
            boolean transactional,
            Set<Operation> operations,
            String sequence,
            Map<String, ColumnAccess> columns) {}

    /**
     * A column.
     *
     * @param nullable whether null may be in it
     * @param needed whether every new row needs a value, and there is no default
     */
    record ColumnAccess(boolean readable, boolean insertable, boolean updatable, boolean nullable, boolean needed) {}

    /**
     * A foreign key that the database cannot check, so that statements that need it fail.
     *
     * @param table that has it
     * @param target that it leads to
     * @param missing whether there is no such table
     */
    record BrokenKey(String table, List<String> columns, String target, boolean missing) {}

    /** Those of the named tables that exist, by the given name. */
    Map<String, TableAccess> find(Session session, Collection<String> tables) throws SQLException;

    /** Foreign keys that the database cannot check. */
    List<BrokenKey> brokenKeys(Session session) throws SQLException;

    /** Whether two names of this kind of database mean the same thing. */
    boolean same(String name, String other);
}
