package dev.hexadmin.domain.models;

import dev.hexadmin.domain.text.Nearest;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The rules that a model keeps by itself; {@link ModelRegistry} has those between models. */
final class ModelRules {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,62}");

    private final ModelDefinition model;
    private final Map<String, FieldDefinition> fields = new LinkedHashMap<>();

    private ModelRules(ModelDefinition model) {
        this.model = model;
    }

    /** @throws IllegalArgumentException when a rule is broken; the message names model, field and rule */
    static void check(ModelDefinition model) {
        ModelRules rules = new ModelRules(model);
        rules.checkNames();
        rules.checkKey();
        rules.checkColumnsTogether();
        rules.checkList();
        rules.checkLayout();
        rules.checkFieldsOfFields();
    }

    static void require(boolean holds, String model, String rule) {
        if (!holds) {
            throw new IllegalArgumentException("model '" + model + "': " + rule);
        }
    }

    private void require(boolean holds, String rule) {
        require(holds, model.name(), rule);
    }

    private void checkNames() {
        String name = model.name();
        require(NAME.matcher(name).matches(), "a model name is [a-z][a-z0-9_]*, at most 63 characters");
        require(
                !ModelDefinition.RESERVED.contains(name),
                "this name is reserved; use another and keep the table with 'table'");
        require(!model.table().isBlank(), "'table' is empty");
        Set<String> columns = new HashSet<>();
        for (FieldDefinition field : model.fields()) {
            require(fields.put(field.name(), field) == null, "two fields are called '" + field.name() + "'");
            require(
                    !field.stored() || columns.add(field.column()),
                    "two fields use the column '" + field.column() + "'");
        }
    }

    private void checkKey() {
        long parts =
                fields.values().stream().filter(FieldDefinition::primaryKey).count();
        require(
                model.availability().operations().isEmpty() || parts > 0,
                "its records can be changed, so it needs a primary key: mark one field with 'primaryKey'");
        require(
                parts == 1
                        || fields.values().stream()
                                .noneMatch(field -> field.generated() != FieldDefinition.Generated.NO),
                "a part of a composite key cannot be generated: give whole numbers in it 'generated: no'");
    }

    private void checkColumnsTogether() {
        for (List<String> group : model.storage().uniqueTogether()) {
            for (String name : group) {
                requireStored("uniqueTogether", name);
            }
        }
        for (ModelDefinition.JointReference reference : model.storage().references()) {
            for (String name : reference.fields()) {
                @Nullable FieldDefinition field = fields.get(name);
                require(
                        field != null && field.stored(),
                        "'referencesTogether' names '" + name + "', which is no stored field"
                                + (field == null ? nearest(name) : ""));
            }
        }
    }

    private void checkList() {
        ListOptions list = model.list();
        require(
                list.pageSize() >= 1 && list.pageSize() <= ListOptions.MAX_PAGE_SIZE,
                "'pageSize' is 1 to " + ListOptions.MAX_PAGE_SIZE);
        for (String name : list.columns()) {
            requireField("listDisplay", name);
        }
        for (String name : list.filters()) {
            requireStored("listFilter", name);
        }
        for (SortKey key : list.ordering()) {
            FieldDefinition field = requireField("ordering", key.field());
            require(
                    field.type().isOrdered() && field.queryable(),
                    "'ordering' names '" + key.field() + "', which is no sortable field");
        }
    }

    private void checkLayout() {
        try {
            model.presentation().layout().check(fields.keySet());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("model '" + model.name() + "': " + e.getMessage(), e);
        }
    }

    private void checkFieldsOfFields() {
        for (FieldDefinition field : fields.values()) {
            field.computed().ifPresent(computation -> checkComputed(field, computation));
            field.presentation().visibleIf().ifPresent(condition -> checkVisibleIf(field, condition));
            field.style().currencyField().ifPresent(other -> checkCurrencyField(field, other));
        }
    }

    private void checkComputed(FieldDefinition field, Computation computation) {
        for (String from : computation.from()) {
            @Nullable FieldDefinition source = fields.get(from);
            require(
                    source != null && source.stored() && !source.writeOnly(),
                    "field '" + field.name() + "' cannot be computed from '" + from
                            + "': it takes a stored field of the same model that is not write-only"
                            + (source == null ? nearest(from) : ""));
        }
    }

    private void checkVisibleIf(FieldDefinition field, VisibleIf condition) {
        for (String key : condition.conditions().keySet()) {
            @Nullable FieldDefinition other = fields.getOrDefault(key, fields.get(VisibleIf.field(key)));
            require(
                    other != null && !other.name().equals(field.name()) && other.stored() && other.queryable(),
                    "'visibleIf' of '" + field.name() + "' names '" + VisibleIf.field(key)
                            + "', which is no other stored field of this model"
                            + (other == null ? nearest(VisibleIf.field(key)) : ""));
        }
    }

    private void checkCurrencyField(FieldDefinition field, String name) {
        @Nullable FieldDefinition currency = fields.get(name);
        require(
                currency != null,
                "'currencyField' of '" + field.name() + "' names the unknown field '" + name + "'" + nearest(name));
        require(
                currency != null
                        && (currency.type() == FieldType.STRING || currency.type() == FieldType.ENUM)
                        && !currency.writeOnly(),
                "'currencyField' of '" + field.name() + "' names '" + name
                        + "', which is neither a string nor an enum that can be read");
    }

    private FieldDefinition requireField(String option, String name) {
        @Nullable FieldDefinition field = fields.get(name);
        if (field == null) {
            throw new IllegalArgumentException("model '" + model.name() + "': '" + option
                    + "' names the unknown field '" + name + "'" + nearest(name));
        }
        return field;
    }

    private String nearest(String name) {
        return Nearest.question(name, fields.keySet());
    }

    private void requireStored(String option, String name) {
        require(
                requireField(option, name).computed().isEmpty(),
                "'" + option + "' names the field '" + name + "', which is computed: the database knows nothing of it");
    }
}
