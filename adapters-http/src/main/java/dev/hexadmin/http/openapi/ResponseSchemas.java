package dev.hexadmin.http.openapi;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.http.fields.SchemaKeywords;
import dev.hexadmin.http.server.json.JsonResponse;
import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The schemas (JSON Schema 2020-12) of the records that {@link JsonResponse} writes: a member for each component, required
 * unless it is left out when it is null. A sealed interface has the members of all the records that it permits. Not thread-safe.
 */
final class ResponseSchemas {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String SUFFIX = "Response";

    private final Map<String, Class<?>> named = new HashMap<>();
    private final Deque<Class<?>> unwritten = new ArrayDeque<>();

    /** Refers to the schema of a response. */
    ObjectNode ref(Class<? extends ResponseBody> type) {
        return reference(type);
    }

    private ObjectNode reference(Class<?> type) {
        String name = name(type);
        Class<?> other = named.putIfAbsent(name, type);
        if (other == null) {
            unwritten.add(type);
        } else if (other != type) {
            throw new IllegalStateException(
                    "the schema '" + name + "' is that of " + other.getName() + " and of " + type.getName());
        }
        return RecordOperations.ref(name);
    }

    /** Adds every schema that was referred to, and those that these refer to. */
    void write(ObjectNode components) {
        while (!unwritten.isEmpty()) {
            Class<?> type = unwritten.remove();
            String name = name(type);
            if (components.has(name)) {
                throw new IllegalStateException("the components have a schema '" + name + "' already");
            }
            components.set(name, type.isSealed() ? anyMembers(type.getPermittedSubclasses()) : object(type));
        }
    }

    private static String name(Class<?> type) {
        @Nullable Schema schema = type.getAnnotation(Schema.class);
        if (schema != null && !schema.name().isEmpty()) {
            return schema.name();
        }
        String name = type.getSimpleName();
        return name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
    }

    /**
     * An object with the members of all these responses, of which those are required that all of them have. Without {@code oneOf}:
     * openapi-generator's clients for Java and Go reject an object that they could read as two of the responses.
     */
    private ObjectNode anyMembers(Class<?>... types) {
        ObjectNode schema = NODES.objectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        Set<String> required = new LinkedHashSet<>();
        for (Class<?> type : types) {
            ObjectNode one = object(type);
            List<String> always = new ArrayList<>();
            one.get("required").forEach(member -> always.add(member.asText()));
            if (type == types[0]) {
                required.addAll(always);
            }
            required.retainAll(always);
            one.get("properties").properties().forEach(member -> {
                @Nullable ObjectNode other = (ObjectNode) properties.get(member.getKey());
                properties.set(
                        member.getKey(),
                        other == null ? member.getValue() : either(other, (ObjectNode) member.getValue()));
            });
        }
        ArrayNode names = schema.putArray("required");
        required.forEach(names::add);
        return schema.put("additionalProperties", false);
    }

    private static ObjectNode either(ObjectNode one, ObjectNode other) {
        if (one.deepCopy().without("description").equals(other.deepCopy().without("description"))) {
            return one;
        }
        if (other.has("const") && (one.has("const") || one.has("enum"))) {
            ArrayNode values = NODES.arrayNode();
            if (one.has("const")) {
                values.add(one.get("const"));
            } else {
                values.addAll((ArrayNode) one.get("enum"));
            }
            ObjectNode all = one.deepCopy();
            all.remove("const");
            all.set("enum", values.add(other.get("const")));
            return all;
        }
        throw new IllegalStateException("a member is " + one + " and " + other);
    }

    private ObjectNode object(Class<?> type) {
        for (RecordComponent component : type.getRecordComponents()) {
            if (component.getAccessor().isAnnotationPresent(JsonValue.class)) {
                return value(component, component.getAnnotatedType());
            }
        }
        ObjectNode schema = NODES.objectNode();
        schema.put("type", "object");
        @Nullable Schema said = type.getAnnotation(Schema.class);
        if (said != null && !said.description().isEmpty()) {
            schema.put("description", said.description());
        }
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = schema.putArray("required");
        for (RecordComponent component : type.getRecordComponents()) {
            @Nullable JsonProperty property = component.getAccessor().getAnnotation(JsonProperty.class);
            String member = property == null ? JsonResponse.member(component.getName()) : property.value();
            @Nullable JsonInclude include = component.getAccessor().getAnnotation(JsonInclude.class);
            boolean leftOut = include != null && include.value() == JsonInclude.Include.NON_NULL;
            ObjectNode value = component.getAccessor().isAnnotationPresent(JsonRawValue.class)
                    ? NODES.objectNode()
                    : value(component, component.getAnnotatedType());
            boolean nullable = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
            properties.set(member, nullable && !leftOut ? orNull(value) : value);
            if (!leftOut) {
                required.add(member);
            }
        }
        schema.put("additionalProperties", false);
        return schema;
    }

    private static ObjectNode orNull(ObjectNode schema) {
        if (schema.path("type").isTextual() && !schema.has("enum") && !schema.has("const")) {
            SchemaKeywords.type(schema, schema.get("type").asText(), true);
            return schema;
        }
        if (schema.isEmpty()) {
            return schema;
        }
        if (schema.path("anyOf") instanceof ArrayNode either) {
            either.addObject().put("type", "null");
            return schema;
        }
        ObjectNode either = NODES.objectNode();
        if (schema.has("description")) {
            either.set("description", schema.remove("description"));
        }
        either.putArray("oneOf").add(schema).addObject().put("type", "null");
        return either;
    }

    /** @param annotated what may have a {@link Schema}: a component, or a type within one */
    private ObjectNode value(AnnotatedElement annotated, AnnotatedType type) {
        ObjectNode schema = NODES.objectNode();
        @Nullable Schema said = annotated.getAnnotation(Schema.class);
        if (said == null) {
            describe(schema, type);
            return schema;
        }
        if (said.ref().isEmpty()) {
            describe(schema, type);
        } else {
            schema.put("$ref", "#/components/schemas/" + said.ref());
        }
        if (said.types().length == 1) {
            schema.put("type", said.types()[0]);
        } else if (said.types().length > 1) {
            // not several in `type`, which few generators of clients know
            ArrayNode either = schema.putArray("anyOf");
            for (String one : said.types()) {
                ObjectNode alternative = either.addObject().put("type", one);
                if (one.equals("integer")) {
                    alternative.put("format", "int64");
                }
            }
        }
        if (said.oneOf().length > 0) {
            ArrayNode values = schema.putArray("enum");
            for (String one : said.oneOf()) {
                values.add(one);
            }
        }
        if (!said.constant().isEmpty()) {
            schema.set("const", constant(said.constant()));
        }
        if (!said.format().isEmpty()) {
            schema.put("format", said.format());
        }
        if (said.notNegative()) {
            schema.put("minimum", 0);
        }
        if (said.longest() > 0) {
            schema.put(schema.path("type").asText().equals("array") ? "maxItems" : "maxLength", said.longest());
        }
        if (!said.description().isEmpty()) {
            schema.put("description", said.description());
        }
        return schema;
    }

    private void describe(ObjectNode schema, AnnotatedType type) {
        Class<?> raw = raw(type);
        if (raw == String.class) {
            schema.put("type", "string");
        } else if (raw == boolean.class || raw == Boolean.class) {
            schema.put("type", "boolean");
        } else if (raw == int.class || raw == Integer.class) {
            schema.put("type", "integer");
        } else if (raw == long.class || raw == Long.class) {
            schema.put("type", "integer").put("format", "int64");
        } else if (raw == double.class || raw == Double.class) {
            schema.put("type", "number");
        } else if (raw == Instant.class) {
            schema.put("type", "string").put("format", "date-time");
        } else if (raw == UUID.class) {
            schema.put("type", "string").put("format", "uuid");
        } else if (raw.isEnum()) {
            ArrayNode values = schema.put("type", "string").putArray("enum");
            for (Object constant : raw.getEnumConstants()) {
                values.add(((Enum<?>) constant).name().toLowerCase(Locale.ROOT));
            }
        } else if (Collection.class.isAssignableFrom(raw)) {
            schema.put("type", "array").set("items", argument(type, 0));
        } else if (Map.class.isAssignableFrom(raw)) {
            schema.put("type", "object").set("additionalProperties", argument(type, 1));
        } else if (raw.isRecord() || raw.isSealed()) {
            schema.setAll(reference(raw));
        } else if (raw != Object.class && raw != JsonNode.class) {
            throw new IllegalStateException("no schema is known for " + raw.getName());
        }
    }

    private ObjectNode argument(AnnotatedType type, int index) {
        AnnotatedType argument = ((AnnotatedParameterizedType) type).getAnnotatedActualTypeArguments()[index];
        return value(argument, argument);
    }

    private static JsonNode constant(String json) {
        try {
            return ModelSchemas.MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("no JSON: " + json, e);
        }
    }

    private static Class<?> raw(AnnotatedType type) {
        return type.getType() instanceof ParameterizedType parameterized
                ? (Class<?>) parameterized.getRawType()
                : (Class<?>) type.getType();
    }
}
