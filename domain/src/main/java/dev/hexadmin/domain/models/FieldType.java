package dev.hexadmin.domain.models;

import dev.hexadmin.domain.models.type.BinaryType;
import dev.hexadmin.domain.models.type.BooleanType;
import dev.hexadmin.domain.models.type.CodeType;
import dev.hexadmin.domain.models.type.ColourType;
import dev.hexadmin.domain.models.type.DateTimeType;
import dev.hexadmin.domain.models.type.DateType;
import dev.hexadmin.domain.models.type.DecimalType;
import dev.hexadmin.domain.models.type.DurationType;
import dev.hexadmin.domain.models.type.EmailType;
import dev.hexadmin.domain.models.type.EnumType;
import dev.hexadmin.domain.models.type.FileType;
import dev.hexadmin.domain.models.type.FloatType;
import dev.hexadmin.domain.models.type.ImageType;
import dev.hexadmin.domain.models.type.IntegerType;
import dev.hexadmin.domain.models.type.JsonType;
import dev.hexadmin.domain.models.type.ListType;
import dev.hexadmin.domain.models.type.MarkdownType;
import dev.hexadmin.domain.models.type.ReferenceType;
import dev.hexadmin.domain.models.type.ReferencesType;
import dev.hexadmin.domain.models.type.StringType;
import dev.hexadmin.domain.models.type.TextType;
import dev.hexadmin.domain.models.type.TimeType;
import dev.hexadmin.domain.models.type.UrlType;
import dev.hexadmin.domain.models.type.UuidType;
import dev.hexadmin.domain.models.type.ValueType;
import java.util.Locale;
import java.util.Optional;

/**
 * The types of fields by name, with the Java class of their values inside Hexadmin. The {@link ValueType} holds the
 * behaviour of a type.
 *
 * <table>
 * <caption>Java class of a value</caption>
 * <tr><td>{@code string text markdown code enum email url colour}<td>{@link String}
 * <tr><td>{@code integer}<td>{@link Long}
 * <tr><td>{@code decimal}<td>{@link java.math.BigDecimal}
 * <tr><td>{@code float}<td>{@link Double}
 * <tr><td>{@code boolean}<td>{@link Boolean}
 * <tr><td>{@code date time datetime}<td>{@link java.time.LocalDate}, {@link java.time.LocalTime}, {@link
 * java.time.Instant}
 * <tr><td>{@code duration}<td>{@link java.time.Duration}
 * <tr><td>{@code uuid}<td>{@link java.util.UUID}
 * <tr><td>{@code json list}<td>{@link JsonText}
 * <tr><td>{@code binary}<td>{@code byte[]}
 * <tr><td>{@code file image}<td>{@link FileReference}
 * <tr><td>{@code reference}<td>the class of the target's primary key
 * <tr><td>{@code references}<td>{@link java.util.List} of the target's primary keys
 * </table>
 */
public enum FieldType {
    STRING(new StringType()),
    TEXT(new TextType()),
    INTEGER(new IntegerType()),
    DECIMAL(new DecimalType()),
    FLOAT(new FloatType()),
    BOOLEAN(new BooleanType()),
    DATE(new DateType()),
    TIME(new TimeType()),
    DATETIME(new DateTimeType()),
    DURATION(new DurationType()),
    UUID(new UuidType()),
    ENUM(new EnumType()),
    JSON(new JsonType()),
    LIST(new ListType()),
    MARKDOWN(new MarkdownType()),
    CODE(new CodeType()),
    BINARY(new BinaryType()),
    FILE(new FileType()),
    IMAGE(new ImageType()),
    EMAIL(new EmailType()),
    URL(new UrlType()),
    COLOUR(new ColourType()),
    REFERENCE(new ReferenceType()),
    REFERENCES(new ReferencesType());

    @SuppressWarnings("ImmutableEnumChecker") // the set of its options is immutable
    private final ValueType valueType;

    FieldType(ValueType valueType) {
        this.valueType = valueType;
    }

    /** The object with the behaviour of the type. */
    public ValueType valueType() {
        return valueType;
    }

    /** The word used in configuration files and schemas, such as {@code datetime}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The type with this {@link #word()}. */
    public static Optional<FieldType> ofWord(String word) {
        for (FieldType type : values()) {
            if (type.word().equals(word)) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }

    /** Whether values are character strings: the text lookups and the length rules apply. */
    public boolean isText() {
        return valueType.isText();
    }

    /** Whether values have an order a client can sort and compare by. */
    public boolean isOrdered() {
        return valueType.isOrdered();
    }
}
