package dev.hexadmin.domain.records;

import java.math.BigDecimal;
import java.util.List;

/**
 * Receives records field by field while the result set is read, so that records are streamed to the client.
 *
 * <p>Between {@link #begin()} and {@link #end()} each field of the {@link Shape} is given exactly once, by its position in
 * {@link Shape#fields()} and in that order, on which the entity tags of responses depend. Not thread-safe.
 */
public interface RecordSink {
    /** A record starts. */
    void begin();

    /** The record is complete. */
    void end();

    /** Null. */
    void none(int field);

    /**
     * A stored value that the field's type cannot hold, such as {@code yes} in a boolean. Sinks that need the field's
     * value treat it as null.
     *
     * @param stored the value as the database writes it
     */
    default void unreadable(int field, String stored) {
        none(field);
    }

    /** A text, including dates, times and UUIDs in their wire form. */
    void text(int field, String value);

    void whole(int field, long value);

    void real(int field, double value);

    void decimal(int field, BigDecimal value);

    void flag(int field, boolean value);

    /** A JSON document, well-formed. */
    void json(int field, String document);

    void binary(int field, byte[] value);

    /** An uploaded file. */
    default void file(int field, dev.hexadmin.domain.models.FileReference value) {
        text(field, value.id().toString());
    }

    /** The keys of a many-to-many field, of the target key's Java class. */
    void keys(int field, List<?> keys);

    /** An expanded reference: the sink for exactly one record of the expansion's shape. */
    RecordSink related(int field);

    /** An expanded many-to-many field: the sink for any number of records, until {@link #endRelatedList}. */
    RecordSink relatedList(int field);

    void endRelatedList(int field);

    /**
     * Children: the sink for those that are shown, until {@link #endChildren}. Given after the fields, for each list of
     * {@link Shape#children()}, by its position there.
     */
    default RecordSink children(int list) {
        throw new UnsupportedOperationException("no children were to be shown");
    }

    /**
     * The children are complete.
     *
     * @param total number of children that the caller may view
     */
    default void endChildren(int list, long total) {
        throw new UnsupportedOperationException("no children were to be shown");
    }

    /** Any value of a class named in {@link dev.hexadmin.domain.models.FieldType}. */
    default void value(int field, Object value) {
        switch (value) {
            case String text -> text(field, text);
            case Long number -> whole(field, number);
            case Double number -> real(field, number);
            case BigDecimal number -> decimal(field, number);
            case Boolean flag -> flag(field, flag);
            case dev.hexadmin.domain.models.JsonText document -> json(field, document.text());
            case byte[] bytes -> binary(field, bytes);
            case dev.hexadmin.domain.models.FileReference file -> file(field, file);
            case List<?> keys -> keys(field, keys);
            default -> text(field, dev.hexadmin.domain.models.FieldText.write(value));
        }
    }
}
