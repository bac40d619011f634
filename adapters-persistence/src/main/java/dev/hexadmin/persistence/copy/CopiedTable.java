package dev.hexadmin.persistence.copy;

import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.persistence.catalogue.TableDescription;
import java.util.List;
import java.util.Optional;

/**
 * A table that is copied, of which the target has an empty one. Immutable.
 *
 * @param name its name in both databases
 * @param target as the target describes it
 * @param columns those that are copied
 */
record CopiedTable(String name, TableDescription target, List<CopiedColumn> columns) {
    CopiedTable {
        columns = List.copyOf(columns);
    }

    /** The copied column whose numbers the database generates. */
    Optional<String> numbered() {
        return target.columns().stream()
                .filter(TableDescription.Column::generated)
                .map(TableDescription.Column::name)
                .filter(column ->
                        columns.stream().anyMatch(copied -> copied.name().equals(column)))
                .findFirst();
    }

    /** The columns of the key whose values messages may have. */
    List<String> shownKey() {
        return target.key().stream().filter(column -> !column.endsWith("_hash")).toList();
    }

    /** Whether rows may be so large that few are read at once. */
    boolean large() {
        return target.columns().stream().anyMatch(column -> column.type().fieldType() == FieldType.BINARY);
    }

    /** Whether no message may have what the database says of a row. */
    boolean secret() {
        return columns.stream().anyMatch(CopiedColumn::secret);
    }
}
