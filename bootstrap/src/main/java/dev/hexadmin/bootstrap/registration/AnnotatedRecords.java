package dev.hexadmin.bootstrap.registration;

import dev.hexadmin.bootstrap.AdminField;
import dev.hexadmin.bootstrap.AdminModel;
import dev.hexadmin.bootstrap.PrimaryKey;
import dev.hexadmin.bootstrap.Ref;
import dev.hexadmin.bootstrap.configuration.ModelsYaml;
import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.Hue;
import dev.hexadmin.domain.models.Icon;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.Naming;
import dev.hexadmin.domain.models.Reference;
import dev.hexadmin.domain.models.type.ValueType;
import dev.hexadmin.domain.text.Label;
import dev.hexadmin.domain.text.TextBundle;
import java.lang.annotation.Annotation;
import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads records annotated with {@link AdminModel}, whose texts may be keys of a program's texts. */
public final class AnnotatedRecords {
    /** Without texts by key. */
    public static final AnnotatedRecords LITERAL = new AnnotatedRecords(Optional.empty());

    private static final Map<Class<?>, FieldType> TYPES = types();
    private static final String CLASSES = TYPES.keySet().stream()
            .map(Class::getSimpleName)
            .sorted(String.CASE_INSENSITIVE_ORDER)
            .collect(Collectors.joining(", "));
    private static final Map<Class<?>, long[]> WHOLE = Map.of(
            Integer.class, new long[] {Integer.MIN_VALUE, Integer.MAX_VALUE},
            Short.class, new long[] {Short.MIN_VALUE, Short.MAX_VALUE});
    private static final Set<String> TIMES = Set.of(
            LocalDateTime.class.getName(),
            ZonedDateTime.class.getName(),
            OffsetDateTime.class.getName(),
            "java.util.Date",
            "java.sql.Timestamp");
    private static final Pattern SIZE = Pattern.compile("\\s*([a-z0-9_]+)\\s*:\\s*(\\d{1,5})x(\\d{1,5})\\s*");

    private static final Pattern KEY = Pattern.compile("\\{([^{}]+)}");

    private final Optional<TextBundle> texts;

    private AnnotatedRecords(Optional<TextBundle> texts) {
        this.texts = texts;
    }

    /** With the texts of a program. */
    public static AnnotatedRecords with(TextBundle texts) {
        return new AnnotatedRecords(Optional.of(texts));
    }

    private static Map<Class<?>, FieldType> types() {
        Map<Class<?>, FieldType> types = new HashMap<>();
        for (FieldType type : FieldType.values()) {
            type.valueType().componentClasses().forEach(held -> types.put(held, type));
        }
        return Map.copyOf(types);
    }

    /**
     * The model that a record describes.
     *
     * @throws IllegalArgumentException when the record does not describe a model; the message names record, component
     *     and rule
     */
    public ModelDefinition definition(Class<? extends Record> type) {
        AdminModel options = annotation(type);
        String name = modelName(type);
        try {
            ModelDefinition.Builder model = ModelDefinition.builder(name)
                    .exposure(options.exposure())
                    .pageSize(options.pageSize())
                    .navOrder(options.navOrder())
                    .searchFields(List.of(options.searchFields()))
                    .listFilter(List.of(options.listFilter()))
                    .inlines(options.inlines())
                    .ordering(List.of(options.ordering()));
            String table = given(options.table()).orElse(name);
            model.table(table);
            label("label", options.label()).ifPresent(model::label);
            label("labelPlural", options.labelPlural()).ifPresent(model::labelPlural);
            label("help", options.help()).ifPresent(model::help);
            given(options.display()).ifPresent(model::display);
            label("navGroup", options.navGroup()).ifPresent(model::navGroup);
            given(options.icon())
                    .map(word -> Icon.of(word)
                            .orElseThrow(() -> new IllegalArgumentException(
                                    "there is no icon '" + word + "', but: " + String.join(", ", Icon.WORDS))))
                    .ifPresent(model::icon);
            given(options.feature()).ifPresent(model::feature);
            if (options.requireIfMatch()) {
                model.requireIfMatch();
            }
            model.comments(options.comments());
            if (options.listDisplay().length > 0) {
                model.listDisplay(List.of(options.listDisplay()));
            }
            for (String group : options.uniqueTogether()) {
                model.uniqueTogether(
                        Stream.of(group.split(",")).map(String::strip).toArray(String[]::new));
            }
            RecordComponent[] components = type.getRecordComponents();
            boolean marked = Arrays.stream(components)
                    .anyMatch(component -> on(component, PrimaryKey.class).isPresent());
            long keys = Arrays.stream(components)
                    .filter(component -> isKey(component, marked))
                    .count();
            if (keys == 0) {
                throw new IllegalArgumentException(
                        "no component is the primary key: call one 'id', or mark one with @PrimaryKey");
            }
            for (RecordComponent component : components) {
                new Component(component, isKey(component, marked), keys > 1).addTo(model, table);
            }
            return model.build();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("record " + type.getName() + ": " + e.getMessage(), e);
        }
    }

    private static boolean isKey(RecordComponent component, boolean marked) {
        return on(component, PrimaryKey.class).isPresent()
                || (!marked && component.getName().equals("id"));
    }

    /** An annotation of a component, or of its field, where Kotlin puts it. */
    private static <A extends Annotation> Optional<A> on(RecordComponent component, Class<A> annotation) {
        A direct = component.getAnnotation(annotation);
        if (direct != null) {
            return Optional.of(direct);
        }
        try {
            return Optional.ofNullable(component
                    .getDeclaringRecord()
                    .getDeclaredField(component.getName())
                    .getAnnotation(annotation));
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("every component of a record has a field", e);
        }
    }

    private static AdminModel annotation(Class<?> type) {
        AdminModel options = type.getAnnotation(AdminModel.class);
        if (options == null) {
            throw new IllegalArgumentException("record " + type.getName() + " has no @AdminModel");
        }
        return options;
    }

    private static String modelName(Class<?> type) {
        return given(annotation(type).name()).orElseGet(() -> Naming.snakeCase(type.getSimpleName()));
    }

    private static Optional<String> given(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    /** A text for users, which may be a key in braces. */
    private Optional<Label> label(String option, String text) {
        return given(text).map(words -> {
            Matcher key = KEY.matcher(words);
            if (!key.matches()) {
                return Label.of(words);
            }
            TextBundle known = texts.orElseThrow(() -> new IllegalArgumentException("'" + option + "' is the key "
                    + words + " of a text: call Hexadmin.Builder.texts(…) before register(…)"));
            try {
                return known.label(key.group(1));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("'" + option + "': " + e.getMessage(), e);
            }
        });
    }

    private static boolean isModel(@Nullable Class<?> type) {
        return type != null && type.isRecord() && type.isAnnotationPresent(AdminModel.class);
    }

    /** One component while it is converted to a field. */
    private final class Component {
        private final RecordComponent component;
        private final boolean key;
        private final boolean composite;
        private final Class<?> held;
        private final boolean optional;
        private final boolean list;
        private final Optional<AdminField> options;
        private final Optional<Ref> ref;

        Component(RecordComponent component, boolean key, boolean composite) {
            this.component = component;
            this.key = key;
            this.composite = composite;
            boolean wrapped = component.getType() == Optional.class;
            this.list = component.getType() == List.class;
            this.held = wrapped || list ? argument() : component.getType();
            this.optional = wrapped || isNullable();
            this.options = on(component, AdminField.class);
            this.ref = on(component, Ref.class);
        }

        void addTo(ModelDefinition.Builder model, String table) {
            FieldType type = type();
            String name = options.map(AdminField::name)
                    .flatMap(AnnotatedRecords::given)
                    .orElseGet(() -> usualName(type));
            FieldDefinition.Builder field = FieldDefinition.builder(name, type);
            if (key) {
                field.primaryKey();
                if (isGiven()) {
                    field.generated(FieldDefinition.Generated.NO);
                }
            }
            relation(field, type);
            List<String> values = type == FieldType.ENUM ? values() : texts(AdminField::values);
            if (!values.isEmpty()) {
                field.values(values);
            }
            options.ifPresent(given -> apply(given, field));
            if (type == FieldType.INTEGER && (!key || isGiven())) {
                narrow(field);
            }
            boolean defaulted =
                    options.flatMap(given -> given(given.defaultValue())).isPresent();
            boolean readOnly = options.map(AdminField::readOnly).orElse(false);
            if (!key && !optional && !list && !defaulted && !readOnly) {
                field.required();
            }
            if (!key && !optional && !list) {
                field.nullable(readOnly && !defaulted);
            }
            options.flatMap(given -> given(given.defaultValue())).ifPresent(text -> {
                FieldDefinition plain = field.build(table);
                DefaultValue value = ModelsYaml.defaultValue(plain, text);
                field.defaultValue(value);
            });
            model.field(name, type, _ -> field);
        }

        /** Whether clients give the value of this key. */
        private boolean isGiven() {
            return composite
                    || on(component, PrimaryKey.class).map(PrimaryKey::given).orElse(false);
        }

        private FieldType type() {
            FieldType[] named = options.map(AdminField::type).orElse(new FieldType[0]);
            if (named.length > 1) {
                throw refusal("@AdminField has more than one type");
            }
            if (named.length == 1) {
                requireHeld(named[0]);
                return named[0];
            }
            if (list) {
                if (isModel(held) || ref.isPresent()) {
                    return FieldType.REFERENCES;
                }
                throw refusal(
                        "a List holds annotated records, or keys with @Ref(to = …). A list of values is a field of"
                                + " FieldDefinition.builder(name, FieldType.LIST).of(…)");
            }
            if (isModel(held) || ref.isPresent()) {
                return FieldType.REFERENCE;
            }
            if (held.isEnum()) {
                return FieldType.ENUM;
            }
            FieldType type = TYPES.get(held);
            if (type == null) {
                throw refusal("no field type belongs to " + held.getTypeName()
                        + (held.isRecord()
                                ? ", which has no @AdminModel"
                                : TIMES.contains(held.getName())
                                        ? "; a point in time is an Instant"
                                        : "; a component is an enum, an annotated record, or one of " + CLASSES
                                                + "; JSON is a String with @AdminField(type = FieldType.JSON)"));
            }
            return type;
        }

        /** The values of the type are read into the component, and written from it. */
        private void requireHeld(FieldType type) {
            Class<?> values = type.valueType().javaClass();
            boolean relation = type == FieldType.REFERENCE || type == FieldType.REFERENCES;
            boolean fits = !list
                    && (MethodType.methodType(held).wrap().returnType().isAssignableFrom(values)
                            || type.valueType().componentClasses().contains(held)
                            || (values == JsonText.class && type != FieldType.LIST && held == String.class)
                            || (type == FieldType.ENUM && held.isEnum()));
            if (!relation && !fits) {
                throw refusal(
                        type == FieldType.LIST
                                ? "a list of values is no component: it is a field of"
                                        + " FieldDefinition.builder(name, FieldType.LIST).of(…)"
                                : "the type " + type + " is held by "
                                        + (values == JsonText.class ? String.class : values).getSimpleName()
                                        + ", not by "
                                        + component.getGenericType().getTypeName());
            }
        }

        /** An int and a short hold less than a field of whole numbers. */
        private void narrow(FieldDefinition.Builder field) {
            long[] range = WHOLE.getOrDefault(MethodType.methodType(held).wrap().returnType(), new long[0]);
            if (range.length == 0) {
                return;
            }
            BigDecimal least = BigDecimal.valueOf(range[0]);
            BigDecimal most = BigDecimal.valueOf(range[1]);
            Optional<String> minimum = options.map(AdminField::minimum).flatMap(AnnotatedRecords::given);
            Optional<String> maximum = options.map(AdminField::maximum).flatMap(AnnotatedRecords::given);
            field.minimum(minimum.map(text -> bound("minimum", text).max(least)).orElse(least));
            field.maximum(maximum.map(text -> bound("maximum", text).min(most)).orElse(most));
        }

        private String usualName(FieldType type) {
            String name = Naming.snakeCase(component.getName());
            return type == FieldType.REFERENCE && isModel(held) && !name.endsWith("_id") ? name + "_id" : name;
        }

        private void relation(FieldDefinition.Builder field, FieldType type) {
            if (type != FieldType.REFERENCE && type != FieldType.REFERENCES) {
                return;
            }
            Optional<String> to = ref.map(Ref::to).flatMap(AnnotatedRecords::given);
            if (to.isEmpty() && !isModel(held)) {
                throw refusal("@Ref needs 'to', the name of the model it points to");
            }
            field.to(to.orElseGet(() -> modelName(held)));
            ref.ifPresent(given -> {
                if (type == FieldType.REFERENCE) {
                    field.onDelete(given.onDelete());
                }
                String[] through = given.through();
                if (through.length == 3) {
                    field.through(new Reference.JoinTable(through[0], through[1], through[2]));
                } else if (through.length != 0) {
                    throw refusal("'through' is table, source column, target column");
                }
            });
        }

        private void apply(AdminField given, FieldDefinition.Builder field) {
            given(given.column()).ifPresent(field::column);
            if (given.unique()) {
                field.unique();
            }
            if (given.index()) {
                field.index();
            }
            if (given.readOnly()) {
                field.readOnly();
            }
            if (given.onUpdateNow()) {
                field.onUpdateNow();
            }
            if (given.writeOnly()) {
                field.writeOnly();
            }
            if (given.minLength() >= 0) {
                field.minLength(given.minLength());
            }
            if (given.maxLength() >= 0) {
                field.maxLength(given.maxLength());
            }
            given(given.minimum()).map(text -> bound("minimum", text)).ifPresent(field::minimum);
            given(given.maximum()).map(text -> bound("maximum", text)).ifPresent(field::maximum);
            given(given.pattern()).ifPresent(field::pattern);
            if (given.precision() >= 0) {
                field.precision(given.precision());
            }
            if (given.scale() >= 0) {
                field.scale(given.scale());
            }
            text("label", given.label()).ifPresent(field::label);
            text("help", given.help()).ifPresent(field::help);
            given(given.unit()).ifPresent(field::unit);
            given(given.currency()).ifPresent(field::currency);
            given(given.currencyField()).ifPresent(field::currencyField);
            if (given.accept().length > 0) {
                field.accept(given.accept());
            }
            if (given.maxBytes() > 0) {
                field.maxBytes(given.maxBytes());
            }
            if (given.sizes().length > 0) {
                field.sizes(sizes(given.sizes()));
            }
            if (given.valueLabels().length > 0) {
                field.valueLabels(valueLabels(given.valueLabels()));
            }
            if (given.colours().length > 0) {
                field.colours(colours(given.colours()));
            }
            if (given.steps().length > 0) {
                field.steps(List.of(given.steps()));
            }
        }

        private Optional<Label> text(String option, String words) {
            try {
                return label(option, words);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("component '" + component.getName() + "': " + e.getMessage(), e);
            }
        }

        private List<String> texts(Function<AdminField, String[]> option) {
            return List.of(options.map(option).orElse(new String[0]));
        }

        private List<String> values() {
            List<String> given = texts(AdminField::values);
            if (!held.isEnum()) {
                if (given.isEmpty()) {
                    throw refusal("@AdminField needs 'values', the values of the enum");
                }
                return given;
            }
            List<String> names = Arrays.stream(held.getEnumConstants())
                    .map(constant -> ((Enum<?>) constant).name())
                    .toList();
            if (given.isEmpty()) {
                return names.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
            }
            if (given.size() != names.size()
                    || !names.stream()
                            .allMatch(name -> given.contains(name) || given.contains(name.toLowerCase(Locale.ROOT)))) {
                throw refusal("'values' are the names of the constants of " + held.getTypeName()
                        + ", each as it is or in lower case: " + String.join(", ", names));
            }
            return given;
        }

        private Map<String, Label> valueLabels(String... pairs) {
            Map<String, Label> labels = new LinkedHashMap<>();
            for (String pair : pairs) {
                int colon = pair.indexOf(':');
                Label label = text("valueLabels", pair.substring(colon + 1).strip())
                        .filter(words -> colon > 0)
                        .orElseThrow(() -> refusal("a label of a value is written as \"in_transit: On its way\""));
                labels.put(pair.substring(0, colon).strip(), label);
            }
            return labels;
        }

        private Map<String, Hue> colours(String... pairs) {
            Map<String, Hue> colours = new LinkedHashMap<>();
            for (String pair : pairs) {
                int colon = pair.indexOf(':');
                Hue hue = Hue.of(pair.substring(colon + 1).strip())
                        .orElseThrow(() -> refusal(
                                "a colour is written as \"paid: blue\", with one of " + String.join(", ", Hue.WORDS)));
                colours.put(pair.substring(0, Math.max(colon, 0)).strip(), hue);
            }
            return colours;
        }

        private Map<String, FileReference.Dimensions> sizes(String... pairs) {
            Map<String, FileReference.Dimensions> sizes = new LinkedHashMap<>();
            for (String pair : pairs) {
                Matcher size = SIZE.matcher(pair);
                if (!size.matches()) {
                    throw refusal("a size is written as \"small: 160x160\"");
                }
                sizes.put(
                        size.group(1),
                        new FileReference.Dimensions(Integer.parseInt(size.group(2)), Integer.parseInt(size.group(3))));
            }
            return sizes;
        }

        private BigDecimal bound(String option, String text) {
            ValueType values = type().valueType();
            return values.bound(text)
                    .orElseThrow(() -> refusal("'" + option + "' is no " + values.boundName() + ": '" + text + "'"));
        }

        private Class<?> argument() {
            Type argument = component.getGenericType() instanceof ParameterizedType generic
                    ? generic.getActualTypeArguments()[0]
                    : Object.class;
            return argument instanceof Class<?> held ? held : Object.class;
        }

        private boolean isNullable() {
            return Stream.of(
                            component.getAnnotations(),
                            component.getAnnotatedType().getAnnotations())
                    .flatMap(Stream::of)
                    .map(Annotation::annotationType)
                    .anyMatch(type -> type.getSimpleName().equals("Nullable"));
        }

        private IllegalArgumentException refusal(String rule) {
            return new IllegalArgumentException("component '" + component.getName() + "': " + rule);
        }
    }
}
