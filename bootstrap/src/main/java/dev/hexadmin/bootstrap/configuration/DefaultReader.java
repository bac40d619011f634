package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.models.type.ValueType;
import dev.hexadmin.domain.models.type.ValueType.Option;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Parses a field's {@code default} by the rules for client input. */
final class DefaultReader {
    /** The word for the time of the write. */
    static final String NOW = "now";

    private static final Pattern JSON_NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");
    private static final int MAX_JSON_LENGTH = 100_000;
    private static final int MAX_JSON_DEPTH = 64;

    // Only references use the model; a reference's default is parsed as its target's key.
    private static final Model ANY = ModelRegistry.of(List.of(ModelDefinition.builder("any")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .build()))
            .models()
            .iterator()
            .next();

    private final YamlSource source;
    private final String path;

    DefaultReader(YamlSource source, String path) {
        this.source = source;
        this.path = path;
    }

    /**
     * Parses the default.
     *
     * @param field complete except for its default
     * @param keyType the key type of a reference's target, if known
     */
    Optional<DefaultValue> read(FieldDefinition field, Node node, Optional<FieldType> keyType) {
        if (field.type() == FieldType.JSON) {
            StringBuilder json = new StringBuilder();
            return json(node, json, 0)
                    ? Optional.of(new DefaultValue.Constant(new JsonText(json.toString())))
                    : Optional.empty();
        }
        if (field.valueType().holdsItems()) {
            return items(field, node);
        }
        if (field.type() == FieldType.REFERENCES) {
            source.problem(node, path, "a many-to-many field has no default");
            return Optional.empty();
        }
        Optional<String> text = source.scalar(node, path);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        if (field.valueType().takes(Option.NOW) && text.get().equals(NOW)) {
            return Optional.of(new DefaultValue.Now());
        }
        Outcome outcome = constant(field, text.get(), keyType);
        outcome.problem.ifPresent(problem -> source.problem(node, path, problem));
        return outcome.value;
    }

    /** A default, or the reason why the text is not valid. */
    record Outcome(Optional<DefaultValue> value, Optional<String> problem) {}

    /** Parses a constant. */
    static Outcome constant(FieldDefinition field, String text, Optional<FieldType> keyType) {
        if (field.type() == FieldType.REFERENCE) {
            FieldType type =
                    keyType.orElseGet(() -> YamlSource.whole(text).isPresent() ? FieldType.INTEGER : FieldType.STRING);
            FieldDefinition key = ModelDefinition.builder("any")
                    .field("id", type, UnaryOperator.identity())
                    .field("n", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .build()
                    .fields()
                    .getFirst();
            return constant(key, text, Optional.empty());
        }
        return outcome(field, input(field.valueType(), text), text);
    }

    private static Object input(ValueType type, String text) {
        return switch (type.literal()) {
            case TEXT -> type.plain(text);
            case NUMBER -> type.plain(text.strip());
            case WORD -> YamlSource.flag(text).map(Object.class::cast).orElse(text);
        };
    }

    private Optional<DefaultValue> items(FieldDefinition field, Node node) {
        return source.scalars(node, path).flatMap(texts -> {
            List<Object> items =
                    texts.stream().map(text -> input(field.itemType(), text)).toList();
            Outcome outcome = outcome(field, items, String.join(", ", texts));
            outcome.problem.ifPresent(problem -> source.problem(node, path, problem));
            return outcome.value;
        });
    }

    private static Outcome outcome(FieldDefinition field, Object input, String text) {
        return switch (FieldInput.read(ANY, field, input)) {
            case FieldInput.Outcome.Fits(@Nullable Object value)
            when value != null -> new Outcome(Optional.of(new DefaultValue.Constant(value)), Optional.empty());
            case FieldInput.Outcome.Fits(@Nullable Object value) -> new Outcome(Optional.empty(), Optional.empty());
            case FieldInput.Outcome.Refused(List<Violation> violations) ->
                new Outcome(
                        Optional.empty(),
                        Optional.of(violations.getFirst().message() + " The text is " + YamlSource.shown(text) + "."));
        };
    }

    private boolean json(Node node, StringBuilder out, int depth) {
        if (out.length() > MAX_JSON_LENGTH || depth > MAX_JSON_DEPTH) {
            source.problem(node, path, "this document is too long or too deep for a default");
            return false;
        }
        return switch (node) {
            case ScalarNode scalar -> {
                String text = scalar.getValue();
                if (YamlSource.isNull(scalar)) {
                    out.append("null");
                } else if (Tag.BOOL.equals(scalar.getTag())) {
                    out.append(YamlSource.flag(text).orElse(false));
                } else if (scalar.isPlain() && JSON_NUMBER.matcher(text).matches()) {
                    out.append(text);
                } else {
                    quote(text, out);
                }
                yield true;
            }
            case SequenceNode sequence -> {
                out.append('[');
                boolean whole = true;
                for (Node item : sequence.getValue()) {
                    if (out.charAt(out.length() - 1) != '[') {
                        out.append(',');
                    }
                    whole = whole && json(item, out, depth + 1);
                }
                out.append(']');
                yield whole;
            }
            case MappingNode mapping -> {
                out.append('{');
                boolean whole = true;
                for (NodeTuple tuple : mapping.getValue()) {
                    if (out.charAt(out.length() - 1) != '{') {
                        out.append(',');
                    }
                    Optional<String> key = source.scalar(tuple.getKeyNode(), path);
                    quote(key.orElse(""), out);
                    out.append(':');
                    whole = whole && key.isPresent() && json(tuple.getValueNode(), out, depth + 1);
                }
                out.append('}');
                yield whole;
            }
            default -> {
                source.problem(node, path, "this cannot be a default");
                yield false;
            }
        };
    }

    private static void quote(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < 0x20) {
                        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}
