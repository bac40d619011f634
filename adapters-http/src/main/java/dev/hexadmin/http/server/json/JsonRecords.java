package dev.hexadmin.http.server.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes records as JSON objects, field by field as they come. Thread-safe; the sinks are not.
 *
 * <p>Decimals are strings, 64-bit integers numbers, binary base64 (RFC 4648 section 4), JSON fields the document itself.
 */
public final class JsonRecords {
    private static final int SHAPES = 4_096;

    // by identity: the code that creates a shape holds it
    private final Cache<Shape, Prepared> prepared =
            Caffeine.newBuilder().weakKeys().maximumSize(SHAPES).build();

    private final Files files;

    /** The addresses of files. */
    public interface Files {
        /** No addresses: files are written with their facts only. */
        Files WITHOUT_ADDRESSES = new Files() {
            @Override
            public Optional<String> url(FileReference file) {
                return Optional.empty();
            }

            @Override
            public Map<String, String> thumbnails(FieldDefinition field, FileReference file) {
                return Map.of();
            }
        };

        Optional<String> url(FileReference file);

        /** The addresses of smaller versions of an image, by name. */
        Map<String, String> thumbnails(FieldDefinition field, FileReference file);
    }

    /** @param files the addresses of files */
    public JsonRecords(Files files) {
        this.files = files;
    }

    /** Writes files without their addresses. */
    public JsonRecords() {
        this(Files.WITHOUT_ADDRESSES);
    }

    /** The members that say what a file is. */
    private static void writeFacts(JsonGenerator json, FileReference file) throws IOException {
        json.writeStringField("id", file.id().toString());
        if (file.facts().isEmpty()) {
            return;
        }
        FileReference.Facts facts = file.facts().get();
        json.writeStringField("name", facts.name());
        json.writeNumberField("size", facts.size());
        json.writeStringField("content_type", facts.contentType());
        json.writeStringField("sha256", facts.sha256());
        if (facts.dimensions().isPresent()) {
            json.writeNumberField("width", facts.dimensions().get().width());
            json.writeNumberField("height", facts.dimensions().get().height());
        } else {
            json.writeNullField("width");
            json.writeNullField("height");
        }
    }

    /** What is worked out once for a shape. */
    private record Prepared(
            SerializableString[] names, SerializableString[] children, SerializableString[] totals, boolean whole) {
        static Prepared of(Shape shape) {
            long whole = shape.model().fields().stream()
                    .filter(field -> !field.writeOnly())
                    .count();
            return new Prepared(
                    shape.fields().stream()
                            .map(FieldDefinition::name)
                            .map(SerializedString::new)
                            .toArray(SerializableString[]::new),
                    names(shape, Model.Children::name),
                    names(shape, Model.Children::total),
                    shape.fields().size() == whole
                            && shape.expanded().isEmpty()
                            && shape.children().isEmpty()
                            && shape.model().computedFields().isEmpty()
                            // their addresses change
                            && shape.model().fields().stream().noneMatch(FieldDefinition::holdsFile));
        }

        private static SerializableString[] names(Shape shape, Function<Model.Children, String> name) {
            return shape.children().stream()
                    .map(list -> new SerializedString(name.apply(list.children())))
                    .toArray(SerializableString[]::new);
        }
    }

    /** A sink for any number of records of this shape. */
    public RecordSink sink(JsonGenerator json, Shape shape) {
        return sink(json, shape, () -> {});
    }

    /**
     * A sink for any number of records of this shape.
     *
     * @param unreadable gets the fields with a stored value that their type cannot hold, which is null in the answer
     */
    public RecordSink sink(JsonGenerator json, Shape shape, Set<String> unreadable) {
        return new Sink(json, shape, () -> {}, "", unreadable);
    }

    /**
     * A sink for any number of records of this shape.
     *
     * @param before runs before each of them
     */
    public RecordSink sink(JsonGenerator json, Shape shape, Runnable before) {
        return sink(json, shape, before, new HashSet<>());
    }

    /** Both. */
    public RecordSink sink(JsonGenerator json, Shape shape, Runnable before, Set<String> unreadable) {
        return new Sink(json, shape, before, "", unreadable);
    }

    /** Whether the shape shows everything that may be shown, as it is stored. */
    public boolean isWhole(Shape shape) {
        return prepared(shape).whole();
    }

    private Prepared prepared(Shape shape) {
        return prepared.get(shape, Prepared::of);
    }

    /** Writes a value of a class named in {@link dev.hexadmin.domain.models.FieldType}, a list or map of them, or null. */
    public static void writeValue(JsonGenerator json, @Nullable Object value) throws IOException {
        switch (value) {
            case null -> json.writeNull();
            case Long number -> json.writeNumber(number);
            case Integer number -> json.writeNumber(number);
            case Short number -> json.writeNumber(number);
            case Double number -> writeReal(json, number);
            case Float number when Float.isFinite(number) -> json.writeNumber(number);
            case Float _ -> json.writeNull();
            case Boolean flag -> json.writeBoolean(flag);
            case JsonText document -> json.writeRawValue(document.text());
            case byte[] bytes -> json.writeBinary(bytes);
            case FileReference file -> {
                json.writeStartObject();
                writeFacts(json, file);
                json.writeEndObject();
            }
            case List<?> items -> {
                json.writeStartArray();
                for (Object item : items) {
                    writeValue(json, item);
                }
                json.writeEndArray();
            }
            case Map<?, ?> members -> {
                json.writeStartObject();
                for (Map.Entry<?, ?> member : members.entrySet()) {
                    json.writeFieldName(String.valueOf(member.getKey()));
                    writeValue(json, member.getValue());
                }
                json.writeEndObject();
            }
            default -> json.writeString(FieldText.write(value));
        }
    }

    /** JSON has neither infinities nor NaN (RFC 8259 section 6). */
    private static void writeReal(JsonGenerator json, double value) throws IOException {
        if (Double.isFinite(value)) {
            json.writeNumber(value);
        } else {
            json.writeNull();
        }
    }

    private final class Sink implements RecordSink {
        private final JsonGenerator json;
        private final Shape shape;
        private final Runnable before;
        private final String prefix;
        private final Set<String> unreadable;
        private final SerializableString[] names;
        private final @Nullable Sink[] related;

        /**
         * @param prefix of the names of fields that cannot be read
         */
        Sink(JsonGenerator json, Shape shape, Runnable before, String prefix, Set<String> unreadable) {
            this.json = json;
            this.prefix = prefix;
            this.unreadable = unreadable;
            this.shape = shape;
            this.before = before;
            this.names = prepared(shape).names();
            this.related = new Sink[shape.expanded().isEmpty() ? 0 : names.length];
        }

        @Override
        public void begin() {
            before.run();
            try {
                json.writeStartObject();
            } catch (IOException e) {
                throw inMemory(e);
            }
        }

        @Override
        public void end() {
            try {
                json.writeEndObject();
            } catch (IOException e) {
                throw inMemory(e);
            }
        }

        @Override
        public void unreadable(int field, String stored) {
            unreadable.add(prefix + names[field].getValue());
            none(field);
        }

        @Override
        public void none(int field) {
            try {
                json.writeFieldName(names[field]);
                json.writeNull();
            } catch (IOException e) {
                throw inMemory(e);
            }
        }

        @Override
        public void text(int field, String value) {
            try {
                json.writeFieldName(names[field]);
                json.writeString(value);
            } catch (IOException e) {
                throw inMemory(e);
            }
        }

        @Override
        public void whole(int field, long value) {
            try {
                json.writeFieldName(names[field]);
                json.writeNumber(value);
            } catch (IOException e) {
                throw inMemory(e);
            }
        }

        @Override
        public void real(int field, double value) {
            try {
                json.writeFieldName(names[field]);
                writeReal(json, value);
            } catch (IOException e) {
                throw inMemory(e);
            }
        }

        @Override
        public void decimal(int field, BigDecimal value) {
            text(field, value.toPlainString());
        }

        @Override
        public void flag(int field, boolean value) {
            try {
                json.writeFieldName(names[field]);
                json.writeBoolean(value);
            } catch (IOException e) {
                throw inMemory(e);
            }
        }

        @Override
        public void json(int field, String document) {
            try {
                json.writeFieldName(names[field]);
                json.writeRawValue(document);
            } catch (IOException e) {
                throw inMemory(e);
            }
        }

        @Override
        public void binary(int field, byte[] value) {
            try {
                json.writeFieldName(names[field]);
                json.writeBinary(value);
            } catch (IOException e) {
                throw inMemory(e);
            }
        }

        @Override
        public void file(int field, FileReference value) {
            try {
                json.writeFieldName(names[field]);
                writeFile(shape.fields().get(field), value);
            } catch (IOException e) {
                throw inMemory(e);
            }
        }

        private void writeFile(FieldDefinition field, FileReference file) throws IOException {
            json.writeStartObject();
            writeFacts(json, file);
            Optional<String> url = files.url(file);
            if (url.isPresent()) {
                json.writeStringField("url", url.get());
                json.writeObjectFieldStart("thumbnails");
                for (Map.Entry<String, String> one :
                        files.thumbnails(field, file).entrySet()) {
                    json.writeStringField(one.getKey(), one.getValue());
                }
                json.writeEndObject();
            }
            json.writeEndObject();
        }

        @Override
        public void keys(int field, List<?> keys) {
            try {
                json.writeFieldName(names[field]);
                writeValue(json, keys);
            } catch (IOException e) {
                throw inMemory(e);
            }
        }

        @Override
        public RecordSink related(int field) {
            try {
                json.writeFieldName(names[field]);
            } catch (IOException e) {
                throw inMemory(e);
            }
            return expansion(field);
        }

        @Override
        public RecordSink relatedList(int field) {
            try {
                json.writeFieldName(names[field]);
                json.writeStartArray();
            } catch (IOException e) {
                throw inMemory(e);
            }
            return expansion(field);
        }

        @Override
        public void endRelatedList(int field) {
            try {
                json.writeEndArray();
            } catch (IOException e) {
                throw inMemory(e);
            }
        }

        @Override
        public RecordSink children(int list) {
            Shape.ChildList shown = shape.children().get(list);
            try {
                json.writeFieldName(prepared(shape).children()[list]);
                json.writeStartArray();
            } catch (IOException e) {
                throw inMemory(e);
            }
            return new Sink(
                    json, shown.shape(), () -> {}, prefix + shown.children().name() + ".", unreadable);
        }

        @Override
        public void endChildren(int list, long total) {
            try {
                json.writeEndArray();
                json.writeFieldName(prepared(shape).totals()[list]);
                json.writeNumber(total);
            } catch (IOException e) {
                throw inMemory(e);
            }
        }

        private Sink expansion(int field) {
            Sink sink = related[field];
            if (sink == null) {
                sink = new Sink(
                        json,
                        shape.expansion(shape.fields().get(field)).orElseThrow().shape(),
                        () -> {},
                        prefix + names[field].getValue() + ".",
                        unreadable);
                related[field] = sink;
            }
            return sink;
        }

        private static UncheckedIOException inMemory(IOException e) {
            return new UncheckedIOException(e);
        }
    }
}
