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
public interface Wire<T> {
    Wire<String> TEXT = RecordSink::text;
    Wire<Long> WHOLE = RecordSink::whole;
    Wire<Double> REAL = RecordSink::real;
    Wire<Boolean> FLAG = RecordSink::flag;
    Wire<BigDecimal> DECIMAL = RecordSink::decimal;
    Wire<LocalDate> DATE = (sink, field, date) -> sink.text(field, date.toString());
    Wire<LocalTime> TIME = (sink, field, time) -> sink.text(field, Moments.write(time));
    Wire<Duration> DURATION = (sink, field, duration) -> sink.text(field, DurationType.canonical(duration));
    Wire<UUID> UUID = (sink, field, uuid) -> sink.text(field, uuid.toString());
    Wire<byte[]> BINARY = RecordSink::binary;

    Wire<Instant> MOMENT = (sink, field, moment) -> {
        @Nullable String wire = Moments.wire(LocalDateTime.ofInstant(moment, ZoneOffset.UTC));
        if (wire == null) {
            sink.none(field);
        } else {
            sink.text(field, wire);
        }
    };

    /** A document as its text, so that a list makes no object of it. */
    Wire<String> JSON = new Wire<>() {
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
