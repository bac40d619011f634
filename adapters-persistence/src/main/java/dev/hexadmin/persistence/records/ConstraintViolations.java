package dev.hexadmin.persistence.records;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.records.port.ConstraintViolationException;
import dev.hexadmin.application.records.port.ConstraintViolationException.Kind;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.persistence.dialect.ConstraintFailure;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.dialect.TableFacts;
import dev.hexadmin.persistence.dialect.TableName;
import dev.hexadmin.persistence.session.ErrorCodes;
import dev.hexadmin.persistence.session.SqlFailure;
import dev.hexadmin.persistence.session.Transaction;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Translates violations of the database's rules into names of the registry. */
final class ConstraintViolations {
    /** A name of a constraint; a database may return the expression of an unnamed constraint instead. */
    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}_$-]+");

    private final TableCache tables;
    private final Dialect dialect;
    private final ErrorCodes codes;
    private final ModelRegistry registry;

    ConstraintViolations(TableCache tables, ErrorCodes codes, ModelRegistry registry) {
        this.tables = tables;
        this.dialect = tables.dialect();
        this.codes = codes;
        this.registry = registry;
    }

    /** The exception to throw when a statement on a model's table failed without breaking a rule of the database. */
    RuntimeException ofStatement(SQLException failure, Model model) {
        Optional<String> said = dialect.unusable(failure);
        if (said.isEmpty()) {
            return SqlFailure.of(codes, failure);
        }
        Model named = isNamed(model, said.get())
                ? model
                : registry.models().stream()
                        .filter(other -> isNamed(other, said.get()))
                        .findFirst()
                        .orElse(model);
        tables.forget(named);
        return ServiceUnavailableException.ofModel(
                named.name(),
                "the table '" + named.table() + "' of the model '" + named.name() + "' cannot be used: " + said.get(),
                failure);
    }

    private boolean isNamed(Model model, String sentence) {
        String own = dialect.schemaOf(model.table()).isEmpty()
                ? model.table()
                : TableName.parse(model.table()).name();
        return Pattern.compile("(?<![\\w$])" + Pattern.quote(own) + "(?![\\w$])", Pattern.CASE_INSENSITIVE)
                .matcher(sentence)
                .find();
    }

    /**
     * The exception to throw when an insert or an update of {@code table} failed.
     *
     * @param rejected the field whose value is none of its column's type, if the database says which it is
     */
    RuntimeException ofWrite(
            SQLException failure, Table table, @Nullable Object[] written, Optional<FieldDefinition> rejected) {
        Optional<ConstraintFailure> found = dialect.broken(failure);
        if (found.isEmpty()) {
            return ofStatement(failure, table.model());
        }
        ConstraintFailure broken = found.get();
        Optional<Model> elsewhere = modelOf(broken.table()).filter(model -> model != table.model());
        if (broken.kind() == Kind.REFERENCE_NOT_FOUND && elsewhere.isPresent()) {
            return new ConstraintViolationException(Kind.IN_USE, elsewhere.get(), List.of(), failure);
        }
        boolean own = isOf(broken, table);
        List<FieldDefinition> fields = own ? fields(broken, table, written) : List.of();
        return new ConstraintViolationException(
                broken.kind(),
                table.model(),
                rejected.map(List::of).orElse(fields),
                rule(broken, own, fields),
                failure);
    }

    /** The rules of a table that the database may check only at the end of a transaction. */
    private record RulesAtEnd(ConstraintViolations violations, Table table) implements Transaction.LateRules {
        @Override
        public boolean have(SQLException failure) {
            return violations
                    .dialect
                    .broken(failure)
                    .filter(broken -> isOf(broken, table))
                    .isPresent();
        }

        @Override
        public Optional<RuntimeException> broken(SQLException failure) {
            return violations.dialect.broken(failure).isEmpty()
                    ? Optional.empty()
                    : Optional.of(violations.ofWrite(
                            failure, table, new @Nullable Object[table.columns().length], Optional.empty()));
        }
    }

    /** What the transaction that writes the table is to note. */
    Transaction.LateRules rulesAtEnd(Table table) {
        return new RulesAtEnd(this, table);
    }

    /** The exception to throw when a delete failed. */
    RuntimeException ofDelete(SQLException failure, Table table) {
        Optional<ConstraintFailure> found = dialect.broken(failure);
        if (found.isEmpty()) {
            return ofStatement(failure, table.model());
        }
        ConstraintFailure broken = found.get();
        Kind kind = broken.raised().isEmpty()
                        && (broken.kind() == Kind.REFERENCE_NOT_FOUND || broken.kind() == Kind.NOT_NULL)
                ? Kind.IN_USE // a rule of the database, such as ON DELETE SET NULL on a column without nulls
                : broken.kind();
        Optional<Model> model = modelOf(broken.table());
        boolean known = model.isPresent() || isOf(broken, table);
        return new ConstraintViolationException(
                kind, model.orElse(table.model()), List.of(), rule(broken, known, List.of()), failure);
    }

    /** The exception to throw when adding links of {@code field} failed. */
    RuntimeException ofLink(SQLException failure, Table table, FieldDefinition field) {
        Optional<ConstraintFailure> broken = dialect.broken(failure);
        if (broken.isEmpty()) {
            return ofStatement(failure, table.model());
        }
        List<FieldDefinition> fields = List.of(field);
        return new ConstraintViolationException(
                broken.get().kind() == Kind.REFERENCE_NOT_FOUND ? Kind.REFERENCE_NOT_FOUND : Kind.CHECK,
                table.model(),
                fields,
                rule(broken.get(), true, fields),
                failure);
    }

    /** The exception for a change that the database accepted without an error but did not store. */
    static ConstraintViolationException notStored(Table table) {
        return new ConstraintViolationException(
                Kind.NOT_STORED,
                table.model(),
                List.of(),
                new IllegalStateException(
                        "the statement changed no row of '" + table.model().table() + "'"));
    }

    /** The exception for a change of more rows than it has keys. */
    static ConstraintViolationException ambiguousKey(Table table) {
        return new ConstraintViolationException(
                Kind.AMBIGUOUS_KEY,
                table.model(),
                List.of(),
                new IllegalStateException("several rows of '" + table.model().table() + "' have the same key"));
    }

    /** Whether the database found a key of another table missing. */
    boolean missesReference(SQLException failure) {
        return dialect.broken(failure)
                .filter(broken -> broken.kind() == Kind.REFERENCE_NOT_FOUND
                        && broken.raised().isEmpty())
                .isPresent();
    }

    /** @param table as the database names it: with its schema, if it has schemas */
    private Optional<Model> modelOf(String table) {
        if (table.isEmpty()) {
            return Optional.empty();
        }
        String own = dialect.schemaOf(table).isEmpty()
                ? table
                : TableName.parse(table).name();
        return registry.models().stream()
                .filter(model -> model.table().equalsIgnoreCase(table))
                .findFirst()
                .or(() -> registry.models().stream()
                        .filter(model -> model.table().equalsIgnoreCase(own))
                        .findFirst());
    }

    /** Whether the rule is of the table that was written, and not of one that a trigger writes. */
    private static boolean isOf(ConstraintFailure broken, Table table) {
        return broken.table().isEmpty() || table.facts().isNamed(broken.table());
    }

    private ConstraintViolationException.Rule rule(
            ConstraintFailure broken, boolean own, List<FieldDefinition> fields) {
        List<String> unknown = broken.columns().stream()
                .filter(column -> fields.stream().noneMatch(field -> column.equalsIgnoreCase(field.column())))
                .toList();
        String name = NAME.matcher(broken.rule()).matches() ? broken.rule() : "";
        // of a value that is none of its type, the server's sentence says what is wrong with it
        boolean isOfType = broken.kind() == Kind.CHECK
                && broken.columns().isEmpty()
                && broken.rule().isEmpty()
                && broken.type().isEmpty()
                && !broken.partition();
        boolean named = !name.isEmpty() || !unknown.isEmpty() || (!fields.isEmpty() && !isOfType);
        String said = !broken.raised().isEmpty() ? broken.raised() : named ? "" : broken.said();
        return new ConstraintViolationException.Rule(
                name,
                own
                        ? ""
                        : dialect.schemaOf(broken.table()).isEmpty()
                                ? broken.table()
                                : TableName.parse(broken.table()).name(),
                unknown,
                said.isEmpty() ? Optional.empty() : Optional.of(Message.verbatim(said)));
    }

    private static List<FieldDefinition> fields(ConstraintFailure broken, Table table, @Nullable Object[] written) {
        TableFacts facts = table.facts();
        if (!broken.columns().isEmpty()) {
            return fields(table, broken.columns(), column -> true);
        }
        if (!broken.rule().isEmpty() && broken.type().isEmpty()) {
            return fields(
                    table,
                    facts.columnsOf(broken.rule()).orElseGet(() -> Dialect.columnsNamed(table.model(), broken.rule())),
                    column -> true);
        }
        boolean missing = broken.kind() == Kind.NOT_NULL;
        Predicate<Column> suspect = column -> (written[column.index()] == null) == missing;
        if (!broken.type().isEmpty()) {
            return fields(table, facts.columnsOfType(broken.type()), suspect);
        }
        if (broken.partition()) {
            return fields(table, facts.partitions().by(), column -> true);
        }
        if (broken.kind() != Kind.CHECK || !broken.raised().isEmpty()) {
            return List.of();
        }
        List<FieldDefinition> typed = fields(table, facts.columnsOfTypeIn(broken.said()), suspect);
        return typed.isEmpty() ? onlyDocument(table, written) : typed;
    }

    private static List<FieldDefinition> fields(Table table, Collection<String> columns, Predicate<Column> suspect) {
        return java.util.Arrays.stream(table.columns())
                .filter(suspect)
                .map(Column::field)
                .filter(field -> columns.stream().anyMatch(column -> column.equalsIgnoreCase(field.column())))
                .toList();
    }

    private static boolean isDocument(FieldDefinition field) {
        return field.type() == FieldType.JSON || field.valueType().holdsItems();
    }

    /** A database may reject a document, such as one with a NUL, without the name of its column. */
    private static List<FieldDefinition> onlyDocument(Table table, @Nullable Object[] written) {
        List<FieldDefinition> documents = java.util.Arrays.stream(table.columns())
                .filter(column -> isDocument(column.field()) && written[column.index()] != null)
                .map(Column::field)
                .toList();
        return documents.size() == 1 ? documents : List.of();
    }
}
