package dev.hexadmin.http.server.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.RequestRejectedException.Category;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Own code, because the fields of a model decide how a member is read, and each error names its pointer.
 *
 * <p>Reads a request body as JSON (RFC 8259, UTF-8), strictly: a member named twice, anything after the document, nesting
 * deeper than 64 and numbers longer than 1 100 characters are refused. Thread-safe.
 *
 * <p>Values are {@link String}, {@link Boolean}, {@link Long}, {@link BigInteger} where 64 bits are too few,
 * {@link java.math.BigDecimal} for numbers with a point or an exponent, {@link List}, {@link Map}, and null.
 *
 * @see RequestRejectedException {@code MALFORMED malformed_json} with line and column, {@code MALFORMED nesting_too_deep},
 *     {@code INVALID} for a document of another kind
 */
public final class JsonBody {
    /** Which some programs write before UTF-8, and readers may ignore (RFC 8259, 8.1). */
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private static final int RECORD = 1;
    private static final int BULK_RECORD = 3;

    private final JsonParser parser;
    private final Documents documents;

    private JsonBody(JsonParser parser, Documents documents) {
        this.parser = parser;
        this.documents = documents;
    }

    /** Which members are documents, and not read further. */
    @FunctionalInterface
    private interface Documents {
        Documents NONE = (depth, name) -> false;

        /** Whether it is one; asked for every member, in order. */
        boolean has(int depth, String name);

        /** The {@code json} fields of records at this depth, and of their children. */
        static Documents of(Model model, int record) {
            return new Documents() {
                private Optional<Model> child = Optional.empty();

                @Override
                public boolean has(int depth, String name) {
                    if (depth == record) {
                        child = model.children(name).map(Model.Children::model);
                        return isJson(model, name);
                    }
                    return depth == record + BULK_RECORD
                            && child.filter(one -> isJson(one, name)).isPresent();
                }
            };
        }
    }

    /** The document, of any kind. */
    public static @Nullable Object value(byte[] body) {
        return read(body, Documents.NONE);
    }

    /** The document, which must be an object. */
    public static Map<String, @Nullable Object> object(byte[] body) {
        return object(read(body, Documents.NONE));
    }

    /** The same, where the members of this name are {@link JsonText}. */
    public static Map<String, @Nullable Object> object(byte[] body, String raw) {
        return object(read(body, (depth, name) -> depth == RECORD && raw.equals(name)));
    }

    /** A record of the model, with its children: the members of {@code json} fields are {@link JsonText}. */
    public static Map<String, @Nullable Object> record(byte[] body, Model model) {
        return object(read(body, Documents.of(model, RECORD)));
    }

    /** For records of the model that come one after the other. */
    static JsonBody items(JsonParser parser, Model model) {
        return new JsonBody(parser, Documents.of(model, RECORD));
    }

    /** The object that begins at the current token. */
    Map<String, @Nullable Object> item() throws IOException {
        return members(RECORD);
    }

    /** A text that is a JSON document, as compact text. */
    public static JsonText document(String text) {
        try (JsonParser parser = Json.FACTORY.createParser(text)) {
            if (parser.nextToken() == null) {
                throw malformed(Message.of("The text is empty."));
            }
            JsonText document = new JsonBody(parser, Documents.NONE).document();
            if (parser.nextToken() != null) {
                throw malformed(Message.of("There is more after the end of the document"), parser);
            }
            return document;
        } catch (JsonProcessingException e) {
            throw malformed(Message.of("The text is no JSON."));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e); // reading from memory
        }
    }

    /** A stored document without space between its parts; as it is where its nesting is deeper than that of any body. */
    public static String compact(String stored) {
        try {
            return document(stored).text();
        } catch (RequestRejectedException e) {
            return stored;
        }
    }

    /** An object of arrays of records of the model. */
    public static Map<String, @Nullable Object> records(byte[] body, Model model) {
        return object(read(body, Documents.of(model, BULK_RECORD)));
    }

    @SuppressWarnings("unchecked") // every map of this reader is of this type
    private static Map<String, @Nullable Object> object(@Nullable Object document) {
        if (document instanceof Map<?, ?> map) {
            return (Map<String, @Nullable Object>) map;
        }
        throw RequestRejectedException.invalid(List.of(new Violation("", "type", "An object is expected.")));
    }

    private static @Nullable Object read(byte[] body, Documents documents) {
        if (body.length == 0) {
            throw malformed(Message.of("The body is empty."));
        }
        try (JsonParser parser = Json.FACTORY.createParser(text(body))) {
            if (parser.nextToken() == null) {
                throw malformed(Message.of("The body is empty."));
            }
            Object document = new JsonBody(parser, documents).value(1);
            if (parser.nextToken() != null) {
                throw malformed(Message.of("There is more after the end of the document"), parser);
            }
            return document;
        } catch (StreamConstraintsException e) {
            throw String.valueOf(e.getOriginalMessage()).contains("nesting")
                    ? new RequestRejectedException(
                            Category.MALFORMED,
                            "nesting_too_deep",
                            Message.of(
                                            "{limit, plural, one {The body nests deeper than # level.} other {The body nests deeper than # levels.}}")
                                    .with("limit", Json.MAX_NESTING))
                    : malformed(Message.of("A number or a name in the body is too long."));
        } catch (JsonProcessingException e) {
            throw e.getLocation() == null
                    ? malformed(Message.of("The body is no JSON."))
                    : malformed(Message.of("The body is no JSON at line {line}, column {column}.")
                            .with("line", Integer.toString(e.getLocation().getLineNr()))
                            .with("column", Integer.toString(e.getLocation().getColumnNr())));
        } catch (NumberFormatException | ArithmeticException e) {
            throw malformed(Message.of("The body holds a number that is too large."));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e); // reading from memory
        }
    }

    private static String text(byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8);
        if (text.indexOf('\uFFFD') >= 0) {
            ByteBuffer bytes = ByteBuffer.wrap(body);
            try {
                StandardCharsets.UTF_8.newDecoder().decode(bytes);
            } catch (CharacterCodingException e) {
                throw malformed(Message.of("The body is not UTF-8 at byte {position}.")
                        .with("position", Integer.toString(bytes.position())));
            }
        }
        return text.startsWith(BYTE_ORDER_MARK) ? text.substring(BYTE_ORDER_MARK.length()) : text;
    }

    /** The value at the current token, which is at the given depth when it is an object or an array. */
    private @Nullable Object value(int depth) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> members(depth);
            case START_ARRAY -> {
                List<@Nullable Object> items = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    items.add(value(depth + 1));
                }
                yield items;
            }
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> whole();
            case VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            case END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                throw malformed(Message.of("The body is no JSON"), parser);
        };
    }

    private Object whole() throws IOException {
        if (parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
            return parser.getBigIntegerValue();
        }
        return parser.getLongValue();
    }

    private Map<String, @Nullable Object> members(int depth) throws IOException {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            if (members.containsKey(name)) {
                throw repeated(name);
            }
            parser.nextToken();
            boolean whole = documents.has(depth, name) && parser.currentToken() != JsonToken.VALUE_NULL;
            members.put(name, whole ? document() : value(depth + 1));
        }
        return members;
    }

    private static boolean isJson(Model model, String name) {
        return model.field(name).filter(field -> field.type() == FieldType.JSON).isPresent();
    }

    /** The value at the current token as compact text, numbers digit by digit as they came. */
    private JsonText document() throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = Json.FACTORY.createGenerator(text)) {
            copy(out);
        }
        return new JsonText(text.toString());
    }

    private void copy(JsonGenerator out) throws IOException {
        switch (parser.currentToken()) {
            case START_OBJECT -> {
                Set<String> names = new HashSet<>();
                out.writeStartObject();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    if (!names.add(name)) {
                        throw repeated(name);
                    }
                    out.writeFieldName(name);
                    parser.nextToken();
                    copy(out);
                }
                out.writeEndObject();
            }
            case START_ARRAY -> {
                out.writeStartArray();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    copy(out);
                }
                out.writeEndArray();
            }
            case VALUE_STRING -> out.writeString(parser.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> out.writeNumber(parser.getText());
            case VALUE_TRUE -> out.writeBoolean(true);
            case VALUE_FALSE -> out.writeBoolean(false);
            case VALUE_NULL -> out.writeNull();
            case END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                throw malformed(Message.of("The body is no JSON"), parser);
        }
    }

    private RequestRejectedException repeated(String name) {
        String shown = name.length() > 60 ? name.substring(0, 60) + "…" : name;
        return malformed(Message.of("The member ''{name}'' is named twice").with("name", shown), parser);
    }

    private static RequestRejectedException malformed(Message what, JsonParser parser) {
        return malformed(Message.of("{what}, at line {line}, column {column}.")
                .with("what", what)
                .with("line", Integer.toString(parser.currentLocation().getLineNr()))
                .with("column", Integer.toString(parser.currentLocation().getColumnNr())));
    }

    private static RequestRejectedException malformed(Message detail) {
        return new RequestRejectedException(Category.MALFORMED, "malformed_json", detail);
    }
}
