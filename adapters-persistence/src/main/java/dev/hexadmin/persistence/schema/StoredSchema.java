package dev.hexadmin.persistence.schema;

import dev.hexadmin.domain.models.Model;
import dev.hexadmin.persistence.database.SchemaSyntax;
import dev.hexadmin.persistence.dialect.StoredColumn;
import dev.hexadmin.persistence.session.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tables as the database has them when an update begins; indexes and types of columns are read once. */
final class StoredSchema {
    private final Session session;
    private final Ddl ddl;
    private final SchemaSyntax syntax;
    private final Map<String, String> formerNames = new HashMap<>();
    private final Map<String, Map<String, Index>> indexes = new HashMap<>();
    private final Map<String, Map<String, StoredColumn>> storedColumns = new HashMap<>();

    StoredSchema(Session session, Ddl ddl, SchemaSyntax syntax) {
        this.session = session;
        this.ddl = ddl;
        this.syntax = syntax;
    }

    /**
     * An index.
     *
     * @param columns folded, in their order
     */
    record Index(List<String> columns, boolean usable, boolean unique) {}

    /** Notes under which name the database has a table. */
    void keepName(String table, String former) {
        formerNames.put(table, former);
    }

    /** The name that the database has for a table. */
    String formerName(String table) {
        return formerNames.getOrDefault(table, table);
    }

    /** The table of a model, under its name or its former one. */
    Optional<ExistingTable> table(Model model) throws SQLException {
        Optional<String> before = model.definition().storage().renamedFrom();
        for (String name :
                Stream.concat(Stream.of(model.table()), before.stream()).toList()) {
            Map<String, String> columns = columns(name);
            if (!columns.isEmpty()) {
                Set<String> required = new HashSet<>();
                List<String> needed = new ArrayList<>();
                session.forEach(
                        syntax.requiredColumnsQuery(),
                        row -> {
                            required.add(syntax.folded(row.getString(1)));
                            if (row.getBoolean(2)) {
                                needed.add(row.getString(1));
                            }
                        },
                        syntax.tableParameter(name));
                return Optional.of(new ExistingTable(
                        syntax,
                        name,
                        columns,
                        required,
                        needed,
                        isEmpty(name),
                        new LinkedHashMap<>(),
                        new HashSet<>()));
            }
        }
        return Optional.empty();
    }

    /** The columns of the primary key, folded; empty without one. */
    Set<String> primaryKey(String table) throws SQLException {
        return texts(syntax.keyColumnsQuery(), syntax.tableParameter(table)).stream()
                .map(syntax::folded)
                .collect(Collectors.toSet());
    }

    /** The indexes of a table by their names. */
    Map<String, Index> indexes(String table) throws SQLException {
        @Nullable Map<String, Index> known = indexes.get(table);
        if (known != null) {
            return known;
        }
        Map<String, Index> found = new LinkedHashMap<>();
        session.forEach(
                syntax.indexesQuery(),
                row -> {
                    boolean usable = row.getBoolean(3);
                    boolean unique = row.getBoolean(4);
                    found.computeIfAbsent(row.getString(1), name -> new Index(new ArrayList<>(), usable, unique))
                            .columns()
                            .add(syntax.folded(String.valueOf(row.getString(2))));
                },
                syntax.tableParameter(table));
        indexes.put(table, found);
        return found;
    }

    boolean isTaken(String index) throws SQLException {
        return syntax.indexQuery().isPresent()
                && !texts(syntax.indexQuery().get(), syntax.tableParameter(index))
                        .isEmpty();
    }

    Map<String, StoredColumn> storedColumns(String table) throws SQLException {
        @Nullable Map<String, StoredColumn> known = storedColumns.get(table);
        if (known == null) {
            known = ddl.storedColumns(session, table);
            storedColumns.put(table, known);
        }
        return known;
    }

    /** Types by name, in lower case where the database ignores case; empty when there is no such table. */
    Map<String, String> columns(String table) throws SQLException {
        Map<String, String> columns = new LinkedHashMap<>();
        try (PreparedStatement statement = session.connection().prepareStatement(syntax.columnsQuery())) {
            statement.setString(1, syntax.tableParameter(table));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    columns.put(syntax.folded(row.getString(1)), row.getString(2));
                }
            }
        }
        return columns;
    }

    /** The first column of each row. */
    List<String> texts(String query, String... parameters) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (PreparedStatement statement = session.connection().prepareStatement(query)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    texts.add(row.getString(1));
                }
            }
        }
        return texts;
    }

    /** The values of the first row; empty when there is none. */
    List<String> row(String query) throws SQLException {
        List<String> values = new ArrayList<>();
        try (PreparedStatement statement = session.connection().prepareStatement(query);
                ResultSet row = statement.executeQuery()) {
            if (row.next()) {
                for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                    values.add(row.getString(i));
                }
            }
        }
        return values;
    }

    boolean isEmpty(String table) throws SQLException {
        try (Statement statement = session.connection().createStatement();
                ResultSet row = statement.executeQuery("SELECT 1 FROM " + ddl.quote(table) + " LIMIT 1")) {
            return !row.next();
        }
    }

    /** The present moment, as a literal is written. */
    String now() throws SQLException {
        try (Statement statement = session.connection().createStatement();
                ResultSet row = statement.executeQuery(syntax.momentQuery())) {
            row.next();
            return row.getString(1);
        }
    }
}
