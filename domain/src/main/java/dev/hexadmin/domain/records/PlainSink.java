package dev.hexadmin.domain.records;

import dev.hexadmin.domain.models.FileReference;
import java.math.BigDecimal;
import java.util.List;

/** A sink for records without expanded relations. Every value is passed to one method; nulls are skipped. */
@FunctionalInterface
public interface PlainSink extends RecordSink {
    /**
     * A value.
     *
     * @param value {@link String} (also dates, times, UUIDs and documents in their wire form), {@link Long},
     *     {@link Double}, {@link BigDecimal}, {@link Boolean}, {@code byte[]}, {@link FileReference} or a
     *     {@link List} of keys
     */
    void take(int field, Object value);

    @Override
    default void begin() {}

    @Override
    default void end() {}

    @Override
    default void none(int field) {}

    @Override
    default void text(int field, String value) {
        take(field, value);
    }

    @Override
    default void whole(int field, long value) {
        take(field, value);
    }

    @Override
    default void real(int field, double value) {
        take(field, value);
    }

    @Override
    default void decimal(int field, BigDecimal value) {
        take(field, value);
    }

    @Override
    default void flag(int field, boolean value) {
        take(field, value);
    }

    @Override
    default void json(int field, String document) {
        take(field, document);
    }

    @Override
    default void binary(int field, byte[] value) {
        take(field, value);
    }

    @Override
    default void file(int field, FileReference value) {
        take(field, value);
    }

    @Override
    default void keys(int field, List<?> keys) {
        take(field, keys);
    }

    @Override
    default RecordSink related(int field) {
        throw new IllegalStateException("nothing was to be expanded");
    }

    @Override
    default RecordSink relatedList(int field) {
        throw new IllegalStateException("nothing was to be expanded");
    }

    @Override
    default void endRelatedList(int field) {
        throw new IllegalStateException("nothing was to be expanded");
    }
}
