package dev.hexadmin.persistence.schema;

import dev.hexadmin.domain.models.Model;
import dev.hexadmin.persistence.database.SchemaSyntax;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A table that exists.
 *
 * @param name before it is renamed
 * @param columns types by the names that the columns have once they are renamed
 * @param required the columns that cannot be null, under the same names
 * @param needed those of them that have no default
 * @param formerNames the names that columns have before, by those that they get
 * @param changed the columns that get another type
 */
record ExistingTable(
        SchemaSyntax syntax,
        String name,
        Map<String, String> columns,
        Set<String> required,
        List<String> needed,
        boolean empty,
        Map<String, String> formerNames,
        Set<String> changed) {
    boolean isRenamed(Model model) {
        return !name.equals(model.table()) || !formerNames.isEmpty();
    }

    /** The name that a column has before. */
    String formerName(String column) {
        return formerNames.getOrDefault(syntax.folded(column), column);
    }

    /** The folded names that columns have before. */
    List<String> formerNames(List<String> columns) {
        return columns.stream().map(this::formerName).map(syntax::folded).toList();
    }

    /** Whether a column of this name is there, and keeps its type. */
    boolean keeps(String column) {
        return columns.containsKey(syntax.folded(column)) && !changed.contains(syntax.folded(column));
    }
}
