package dev.hexadmin.persistence.introspection;

import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Naming;
import dev.hexadmin.domain.models.Reference;
import dev.hexadmin.domain.models.type.ValueType.Option;
import dev.hexadmin.persistence.catalogue.Catalogue;
import dev.hexadmin.persistence.catalogue.TableDescription;
import dev.hexadmin.persistence.catalogue.TableFinder;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** The fields that columns become. Used by one thread. */
final class InferredFields {
    /**
     * Names of columns with credentials, also hashed ones: whoever may view the table has no use for them, but an attacker has. A
     * token against forged requests (CSRF) signs no user in. A word for a secret, and after it only words for its form.
     */
    private static final Pattern CREDENTIAL = Pattern.compile("(.*(password|passwd|passphrase|passcode)s?"
            + "|(.*_)?(pwd|secrets?|credentials?|salt|security_stamp)"
            + "|(.*_)?(secret|private|api|access|auth|encryption|signing|session|activation|act)_?keys?"
            + "|(.*_)?(user|db|database|smtp|imap|mail|ftp|sftp|ssh|ldap|http|proxy|admin|login)_?pass|pass"
            + "|(.*_)?(totp|otp|mfa)_(seed|key)|(.*_)?(recovery|backup|activation)_codes?"
            + "|(?!.*[cx]srf_).+_tokens?|(.*_)?(auth|access|refresh|api|session)tokens?"
            + "|(key|token)(?=_?(hash|digest)))"
            + "(_?(hash|digest|salt|enc|encrypted|iv|pem|code|data|value))*");

    private final Catalogue catalogue;
    private final InferredNames names;
    private final InferredRelations relations;
    private final List<TableFinder.BrokenKey> broken;

    InferredFields(
            Catalogue catalogue, InferredNames names, InferredRelations relations, List<TableFinder.BrokenKey> broken) {
        this.broken = broken;
        this.catalogue = catalogue;
        this.names = names;
        this.relations = relations;
    }

    /** The field of a column that has a name. */
    FieldDefinition.Builder field(TableDescription table, TableDescription.Column column) {
        Optional<InferredRelations.Target> target = relations.reference(table, column);
        FieldType plain = column.type().fieldType();
        FieldType type = target.isPresent() ? FieldType.REFERENCE : plain;
        boolean key = table.key().stream().anyMatch(part -> catalogue.same(part, column.name()));
        boolean single = table.key().size() == 1;
        String name = names.field(table, column.name()).orElseThrow();
        FieldDefinition.Builder field = FieldDefinition.builder(name, type).column(column.name());
        Optional<DefaultValue> initial = initial(column, plain);
        boolean generated = key
                && single
                && type != FieldType.REFERENCE
                && (column.generated()
                        || initial.filter(DefaultValue.DatabaseExpression.class::isInstance)
                                .isPresent());
        Optional<String> unchecked = uncheckedTarget(table, column);
        boolean readOnly = column.computed() || column.type().readOnly() || unchecked.isPresent();
        if (key) {
            field.primaryKey()
                    .generated(generated ? FieldDefinition.Generated.BY_DATABASE : FieldDefinition.Generated.NO);
        } else {
            field.nullable(!column.notNull());
            if (readOnly) {
                field.readOnly();
            } else if (column.notNull() && initial.isEmpty() && !column.generated()) {
                field.required();
            }
            if (isUnique(table, column)) {
                field.unique();
            }
        }
        boolean credential = !key && isCredential(name, type) && !readOnly;
        if (credential) {
            field.writeOnly();
        }
        help(column, unchecked, credential).ifPresent(field::help);
        String label = InferredNames.label(column, name);
        if (!label.equals(Naming.label(name))) {
            field.label(label);
        }
        if (!generated && (key || !column.computed())) {
            initial.ifPresent(field::defaultValue);
        }
        options(field, type, column);
        if (type.valueType().isNumber()
                && column.type().declared().toLowerCase(Locale.ROOT).startsWith("year")) {
            field.grouping(false);
        }
        target.ifPresent(to -> field.to(to.model())
                .onDelete(
                        to.onDelete() == Reference.OnDelete.SET_NULL && (key || column.notNull())
                                ? Reference.OnDelete.RESTRICT
                                : to.onDelete()));
        return field;
    }

    private static boolean isCredential(String name, FieldType type) {
        return (type == FieldType.STRING
                        || type == FieldType.TEXT
                        || type == FieldType.BINARY
                        || type == FieldType.JSON)
                && CREDENTIAL.matcher(name).matches();
    }

    /** The table to which a foreign key of the column leads that the database cannot check: it would reject a new value. */
    private Optional<String> uncheckedTarget(TableDescription table, TableDescription.Column column) {
        return broken.stream()
                .filter(key -> catalogue.same(key.table(), table.name())
                        && key.columns().stream().anyMatch(part -> catalogue.same(part, column.name())))
                .map(TableFinder.BrokenKey::target)
                .findFirst();
    }

    private static Optional<String> help(
            TableDescription.Column column, Optional<String> unchecked, boolean credential) {
        String note = column.type().readOnly()
                ? "Read-only: the text of a value of the type " + column.type().declared() + "."
                : unchecked
                        .map(target ->
                                "Read-only: the database cannot check its foreign key to the table '" + target + "'.")
                        .orElse(credential ? "Write-only: by its name it holds a credential." : "");
        String help = (column.comment().strip() + " " + note).strip();
        return help.isEmpty() ? Optional.empty() : Optional.of(help);
    }

    private boolean isUnique(TableDescription table, TableDescription.Column column) {
        return table.uniques().stream()
                .anyMatch(unique -> unique.size() == 1 && catalogue.same(unique.getFirst(), column.name()));
    }

    private static Optional<DefaultValue> initial(TableDescription.Column column, FieldType type) {
        return switch (column.initial()) {
            case TableDescription.Initial.Nothing() ->
                column.generated() ? Optional.of(new DefaultValue.DatabaseExpression("generated")) : Optional.empty();
            case TableDescription.Initial.Now() -> Optional.of(new DefaultValue.Now());
            case TableDescription.Initial.Expression(String text) ->
                Optional.of(new DefaultValue.DatabaseExpression(text));
            case TableDescription.Initial.Literal(String text, String expression) ->
                constant(column, type, text)
                        .map(value -> (DefaultValue) new DefaultValue.Constant(value))
                        .or(() -> Optional.of(new DefaultValue.DatabaseExpression(expression)));
        };
    }

    /** The value of a literal; empty when only the database can compute it, as for a time in a special form. */
    private static Optional<Object> constant(TableDescription.Column column, FieldType type, String text) {
        FieldDefinition.Builder field = FieldDefinition.builder("value", type);
        options(field, type, column);
        return type.valueType().constant(field.build(""), text);
    }

    /** The options of a field that the type of its column limits. */
    private static void options(FieldDefinition.Builder field, FieldType type, TableDescription.Column column) {
        if (column.type().items().isPresent() && type.valueType().holdsItems()) {
            field.of(column.type().items().get());
            options(field, column.type().items().get(), column);
            return;
        }
        List<Integer> numbers = column.type().numbers();
        if (type.valueType().takes(Option.VALUES)) {
            field.values(column.type().values());
        } else if (numbers.isEmpty()) {
            return;
        } else if (type == FieldType.STRING && numbers.getFirst() > 0) {
            field.maxLength(numbers.getFirst());
        } else if (type.valueType().takes(Option.DIGITS)) {
            int scale = numbers.size() > 1 ? numbers.get(1) : 0;
            if (scale <= numbers.getFirst()) {
                field.precision(numbers.getFirst()).scale(scale);
            }
        }
    }
}
