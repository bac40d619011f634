package dev.hexadmin.persistence.dialect;

import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.type.DurationType;
import dev.hexadmin.domain.records.RecordSink;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How a value that was read from a column is given to a sink, the same for every database.
 *
 * @param <T> what a column's value is read as
 */
@FunctionalInterface
public interface WireForm<T> {
    WireForm<String> TEXT = RecordSink::text;
    WireForm<Long> WHOLE = RecordSink::whole;
    WireForm<Double> REAL = RecordSink::real;
    WireForm<Boolean> FLAG = RecordSink::flag;
    WireForm<BigDecimal> DECIMAL = RecordSink::decimal;
    WireForm<LocalDate> DATE = (sink, field, date) -> sink.text(field, date.toString());
    WireForm<LocalTime> TIME = (sink, field, time) -> sink.text(field, TimeText.write(time));
    WireForm<Duration> DURATION = (sink, field, duration) -> sink.text(field, DurationType.canonical(duration));
    WireForm<UUID> UUID = (sink, field, uuid) -> sink.text(field, uuid.toString());
    WireForm<byte[]> BINARY = RecordSink::binary;

    WireForm<Instant> MOMENT = (sink, field, moment) -> {
        @Nullable String wire = TimeText.wire(LocalDateTime.ofInstant(moment, ZoneOffset.UTC));
        if (wire == null) {
            sink.none(field);
        } else {
            sink.text(field, wire);
        }
    };

    /** A document as its text, so that a list makes no object of it. */
    WireForm<String> JSON = new WireForm<>() {
        @Override
        public void give(RecordSink sink, int field, String document) {
            sink.json(field, document);
        }

        @Override
        public Object value(String document) {
            return new JsonText(document);
        }
    };

    void give(RecordSink sink, int field, T value);

    /** The value of the field's Java class. */
    default Object value(T read) {
        return read;
    }
}
