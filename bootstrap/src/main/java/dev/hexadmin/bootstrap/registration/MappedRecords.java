package dev.hexadmin.bootstrap.registration;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.hexadmin.application.records.port.RecordClasses;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.ModelDefinition;
import java.io.IOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The record classes by which a program has registered models. */
public final class MappedRecords implements RecordClasses {
    private static final JsonFactory JSON = new JsonFactory();

    private final AnnotatedRecords annotated;
    private final Set<Class<? extends Record>> registered;
    private final Map<Class<?>, Mapping<?>> mappings = new ConcurrentHashMap<>();

    /** @param registered with {@link dev.hexadmin.bootstrap.AdminModel} */
    public MappedRecords(AnnotatedRecords annotated, Collection<Class<? extends Record>> registered) {
        this.annotated = annotated;
        this.registered = Set.copyOf(registered);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T extends Record> RecordClass<T> of(Class<T> type) {
        if (!registered.contains(type)) {
            throw new IllegalArgumentException("no model is registered by the record " + type.getName()
                    + ": pass it to Hexadmin.builder().register(" + type.getSimpleName() + ".class)");
        }
        return (RecordClass<T>) mappings.computeIfAbsent(type, each -> new Mapping<>(type, annotated.definition(type)));
    }

    /** One class. */
    private static final class Mapping<T extends Record> implements RecordClass<T> {
        private final Class<T> type;
        private final ModelDefinition model;
        private final Constructor<T> constructor;
        private final List<Component> components = new ArrayList<>();
        private final Map<String, Class<? extends Record>> related = new LinkedHashMap<>();

        Mapping(Class<T> type, ModelDefinition model) {
            this.type = type;
            this.model = model;
            RecordComponent[] all = type.getRecordComponents();
            Class<?>[] parameters = new Class<?>[all.length];
            for (int i = 0; i < all.length; i++) {
                Component component = new Component(type, all[i], model.fields().get(i));
                parameters[i] = all[i].getType();
                components.add(component);
                if (component.held.isRecord()) {
                    related.put(component.field.name(), component.held.asSubclass(Record.class));
                }
            }
            try {
                this.constructor = type.getDeclaredConstructor(parameters);
            } catch (NoSuchMethodException e) {
                throw new IllegalStateException("every record has a canonical constructor", e);
            }
            if (!constructor.trySetAccessible()) {
                throw closed(type);
            }
        }

        @Override
        public String model() {
            return model.name();
        }

        @Override
        public List<String> fields() {
            return components.stream().map(each -> each.field.name()).toList();
        }

        @Override
        public Map<String, Class<? extends Record>> related() {
            return related;
        }

        private String key(Map<String, @Nullable Object> values) {
            return model.fields().stream()
                    .filter(FieldDefinition::primaryKey)
                    .map(field -> String.valueOf(values.get(field.name())))
                    .collect(Collectors.joining(","));
        }

        @Override
        public T read(Map<String, @Nullable Object> values) {
            @Nullable Object[] arguments = new @Nullable Object[components.size()];
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = components
                        .get(i)
                        .read(values.get(components.get(i).field.name()));
            }
            try {
                return constructor.newInstance(arguments);
            } catch (InvocationTargetException e) {
                throw new IllegalStateException(
                        "the constructor of " + type.getName() + " rejects the record " + key(values) + " of '"
                                + model.name() + "'",
                        e.getCause());
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("a record of " + type.getName() + " cannot be made", e);
            }
        }

        @Override
        public Map<String, @Nullable Object> write(T object) {
            Objects.requireNonNull(object, "an object of " + type.getSimpleName() + " is needed, and not null");
            Map<String, @Nullable Object> values = new LinkedHashMap<>();
            components.forEach(component -> values.put(component.field.name(), component.write(object)));
            return values;
        }
    }

    /** One component of a class, and its field. */
    private static final class Component {
        private final String name;
        private final FieldDefinition field;
        private final Class<?> container;
        private final Class<?> held;
        private final Method accessor;

        Component(Class<?> type, RecordComponent component, FieldDefinition field) {
            this.name = type.getName() + "." + component.getName();
            this.field = field;
            this.container = component.getType();
            this.held = container == Optional.class || container == List.class ? argument(component) : container;
            this.accessor = component.getAccessor();
            if (!accessor.trySetAccessible()) {
                throw closed(type);
            }
        }

        private static Class<?> argument(RecordComponent component) {
            Type argument = ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[0];
            return argument instanceof Class<?> plain ? plain : Object.class;
        }

        @Nullable
        Object read(@Nullable Object value) {
            if (container == Optional.class) {
                return Optional.ofNullable(value).map(this::one);
            }
            if (container == List.class) {
                return value instanceof Collection<?> all
                        ? all.stream().map(this::one).toList()
                        : List.of();
            }
            return value == null ? absent() : one(value);
        }

        /** Null, or 0 or false where the component's type has no null. */
        private @Nullable Object absent() {
            return switch (held.getName()) {
                case "long" -> 0L;
                case "int" -> 0;
                case "short" -> (short) 0;
                case "double" -> 0.0;
                case "float" -> 0f;
                case "boolean" -> false;
                default -> null;
            };
        }

        private Object one(Object value) {
            Class<?> boxed = MethodType.methodType(held).wrap().returnType();
            Object fitting = switch (value) {
                case Long number when boxed == Integer.class && number == number.intValue() -> number.intValue();
                case Long number when boxed == Short.class && number == number.shortValue() -> number.shortValue();
                case Double number when boxed == Float.class -> number.floatValue();
                case String word when held.isEnum() -> constant(word);
                case JsonText json when boxed == String.class -> json.text();
                default -> value;
            };
            if (!boxed.isInstance(fitting)) {
                throw new IllegalStateException("the component " + name + " cannot hold "
                        + (fitting instanceof Long number
                                ? number
                                : "a " + fitting.getClass().getSimpleName()));
            }
            return fitting;
        }

        private Object constant(String word) {
            for (Object constant : held.getEnumConstants()) {
                if (field.word((Enum<?>) constant).equals(word)) {
                    return constant;
                }
            }
            throw new IllegalStateException("the enum " + held.getName() + " has no constant for '" + word + "'");
        }

        @Nullable
        Object write(Record object) {
            Object value;
            try {
                value = accessor.invoke(object);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("the component " + name + " cannot be read", e);
            }
            @Nullable Object plain = value instanceof Optional<?> optional ? optional.orElse(null) : value;
            return plain instanceof String text && field.type().valueType().javaClass() == JsonText.class
                    ? document(text)
                    : plain;
        }

        /** A document, or the text itself when it is none, which the field rejects. */
        private static Object document(String text) {
            try (JsonParser parser = JSON.createParser(text)) {
                boolean empty = parser.nextToken() == null;
                parser.skipChildren();
                return empty || parser.nextToken() != null ? text : new JsonText(text);
            } catch (IOException e) {
                return text;
            }
        }
    }

    private static IllegalArgumentException closed(Class<?> type) {
        return new IllegalArgumentException("the record " + type.getName()
                + " cannot be made: let module-info.java have 'opens " + type.getPackageName()
                + " to dev.hexadmin.bootstrap;'");
    }
}
