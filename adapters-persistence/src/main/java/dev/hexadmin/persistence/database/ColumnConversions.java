package dev.hexadmin.persistence.database;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.persistence.dialect.StoredColumn;
import dev.hexadmin.persistence.session.Session;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** How columns of one kind of database get another type. Stateless. */
public interface ColumnConversions {
    /** How values of a column become those of a field; empty when no rule says how. */
    Optional<ColumnConversion> of(FieldDefinition field, StoredColumn column);

    /** The expression of a column's default; empty without one. */
    Optional<String> initial(Session session, String table, String column) throws SQLException;

    /** The statements that give a column another type. */
    List<String> statements(Session session, ColumnConversion.Change change, ColumnConversion conversion)
            throws SQLException;
}
