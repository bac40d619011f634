package dev.hexadmin.persistence.records;

import dev.hexadmin.application.records.port.ConstraintViolated;
import dev.hexadmin.application.records.port.ConstraintViolated.Kind;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.persistence.dialect.Broken;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.dialect.TableFacts;
import dev.hexadmin.persistence.jdbc.SqlFailure;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the database's own rules refused, in the registry's words. */
final class Refusals {
    private final Dialect dialect;
    private final ModelRegistry registry;

    Refusals(Dialect dialect, ModelRegistry registry) {
        this.dialect = dialect;
        this.registry = registry;
    }

    /** The exception to throw for one that an insert or an update of {@code table} ended in. */
    RuntimeException ofWrite(SQLException failure, Table table, @Nullable Object[] written) {
        Optional<Broken> broken = dialect.broken(failure);
        if (broken.isEmpty()) {
            return SqlFailure.of(failure);
        }
        Optional<Model> elsewhere = modelOf(broken.get().table()).filter(model -> model != table.model());
        if (broken.get().kind() == Kind.REFERENCE_NOT_FOUND && elsewhere.isPresent()) {
            return new ConstraintViolated(Kind.IN_USE, elsewhere.get(), List.of(), failure);
        }
        List<FieldDefinition> fields = fields(broken.get(), table);
        if (fields.isEmpty() && broken.get().kind() == Kind.CHECK) {
            fields = onlyDocument(table, written);
        }
        return new ConstraintViolated(broken.get().kind(), table.model(), fields, failure);
    }

    /** The exception to throw for one that a delete ended in. */
    RuntimeException ofDelete(SQLException failure, Table table) {
        Optional<Broken> broken = dialect.broken(failure);
        if (broken.isEmpty()) {
            return SqlFailure.of(failure);
        }
        Kind kind = broken.get().kind() == Kind.REFERENCE_NOT_FOUND
                        || broken.get().kind() == Kind.NOT_NULL
                ? Kind.IN_USE // a rule of the database's own, such as ON DELETE SET NULL on a column without nulls
                : broken.get().kind();
        Model model = modelOf(broken.get().table()).orElse(table.model());
        return new ConstraintViolated(kind, model, List.of(), failure);
    }

    /** Whether the database found a key of another table missing. */
    boolean missesReference(SQLException failure) {
        return dialect.broken(failure)
                .filter(broken -> broken.kind() == Kind.REFERENCE_NOT_FOUND)
                .isPresent();
    }

    private Optional<Model> modelOf(String table) {
        return table.isEmpty()
                ? Optional.empty()
                : registry.models().stream()
                        .filter(model -> model.table().equalsIgnoreCase(table))
                        .findFirst();
    }

    private static List<FieldDefinition> fields(Broken broken, Table table) {
        TableFacts facts = table.facts();
        List<String> columns = broken.columns();
        if (columns.isEmpty() && !broken.rule().isEmpty()) {
            columns =
                    facts.columnsOf(broken.rule()).orElseGet(() -> Dialect.columnsNamed(table.model(), broken.rule()));
        }
        Set<FieldDefinition> fields = new LinkedHashSet<>();
        for (FieldDefinition field : table.model().storedFields()) {
            if (columns.stream().anyMatch(column -> column.equalsIgnoreCase(field.column()))) {
                fields.add(field);
            }
        }
        return List.copyOf(fields);
    }

    /** PostgreSQL takes no NUL in a JSON document and does not say which column it was for. */
    private static List<FieldDefinition> onlyDocument(Table table, @Nullable Object[] written) {
        List<FieldDefinition> documents = new java.util.ArrayList<>();
        for (Column column : table.columns()) {
            if (column.field().type() == FieldType.JSON && written[column.index()] != null) {
                documents.add(column.field());
            }
        }
        return documents.size() == 1 ? documents : List.of();
    }
}
