package dev.hexadmin.http.fields;

import static dev.hexadmin.http.fields.SchemaKeywords.not;
import static dev.hexadmin.http.fields.SchemaKeywords.type;
import static dev.hexadmin.http.texts.Localized.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.texts.Localized;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/** Views of dates, times and durations. */
final class MomentViews {
    // what RFC 3339 allows and no java.time value is: the years 0 and, in UTC, 10000, leap seconds, far offsets
    private static final String NO_DATE = "^0000";
    private static final String NO_INSTANT =
            "^(0000|0001-01-01|9999-12-31)|:60|[+-](19|2[0-3]):|[+-]18:(0[1-9]|[1-5])|\\.[0-9]{10}";

    // partial-time of RFC 3339: "time" would demand an offset; the name is of the OpenAPI format registry
    private static final String LOCAL_TIME = "time-local";
    private static final String LOCAL_TIME_PATTERN = "^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?$";
    private static final String LOCAL_TIME_INPUT_PATTERN =
            "^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?$";

    private MomentViews() {}

    /**
     * As browsers take and send a time: with at most three digits after the point, without zeros at the end, and without
     * seconds that are 0. A field that is sent as it was shown is not written, so that the stored digits stay.
     */
    private static String shortest(String text) {
        int point = text.indexOf('.');
        if (point >= 0) {
            String digits = text.substring(point + 1, Math.min(text.length(), point + 4));
            int length = digits.length();
            while (length > 0 && digits.charAt(length - 1) == '0') {
                length--;
            }
            return length > 0
                    ? text.substring(0, point + 1) + digits.substring(0, length)
                    : shortest(text.substring(0, point));
        }
        return text.endsWith(":00") && text.indexOf(':') < text.length() - 3
                ? text.substring(0, text.length() - 3)
                : text;
    }

    static final class OfDate extends FieldView {
        @Override
        public Content cell(FieldDefinition field, Object value) {
            return Content.of("date", Formats.date(String.valueOf(value)));
        }

        @Override
        public String filtered(FieldDefinition field, String text) {
            return Formats.date(text);
        }

        @Override
        public String readable(FieldDefinition field, String text) {
            return Formats.date(text);
        }

        @Override
        public Object imported(FieldDefinition field, String cell, NumberNotation notation, List<Violation> wrong) {
            return Formats.typedDate(cell).<Object>map(LocalDate::toString).orElseGet(() -> imported(field, cell));
        }

        @Override
        public FieldFilter filter(FieldDefinition field) {
            return new FieldFilter.Range("__gte", "__lte", "date");
        }

        @Override
        public String widget(FieldDefinition field) {
            return "date";
        }

        @Override
        public void schema(ObjectNode schema, FieldDefinition field, boolean input, boolean nullable) {
            type(schema, "string", nullable);
            schema.put("format", "date");
            if (input) {
                not(schema, NO_DATE);
            }
        }
    }

    static final class OfTime extends FieldView {
        @Override
        public Content cell(FieldDefinition field, Object value) {
            return Content.of("date", Formats.time(String.valueOf(value)));
        }

        @Override
        public String filtered(FieldDefinition field, String text) {
            return Formats.time(text);
        }

        /** A fraction of a second stays: two times that differ are to be told apart. */
        @Override
        public String readable(FieldDefinition field, String text) {
            return text.indexOf('.') < 0 ? Formats.time(text) : text;
        }

        /** Spreadsheets write the first hours with one digit. */
        @Override
        public Object imported(FieldDefinition field, String cell, NumberNotation notation, List<Violation> wrong) {
            return imported(field, Formats.twoDigits(cell));
        }

        @Override
        public FieldFilter filter(FieldDefinition field) {
            return new FieldFilter.Range("__gte", "__lte", "time");
        }

        @Override
        public String widget(FieldDefinition field) {
            return "time";
        }

        @Override
        public String formText(FieldDefinition field, String text) {
            return shortest(text);
        }

        @Override
        public void schema(ObjectNode schema, FieldDefinition field, boolean input, boolean nullable) {
            type(schema, "string", nullable);
            schema.put("format", LOCAL_TIME);
            schema.put("pattern", input ? LOCAL_TIME_INPUT_PATTERN : LOCAL_TIME_PATTERN);
            if (!input) {
                schema.putArray("examples").add("17:30:00");
            }
        }
    }

    static final class OfDateTime extends FieldView {
        @Override
        public Content cell(FieldDefinition field, Object value) {
            return Content.of("date", Formats.momentOfRecord(String.valueOf(value)));
        }

        /** To the minute, as lists have no room for more. */
        @Override
        public Content listed(FieldDefinition field, Object value) {
            return Content.of("date", Formats.moment(String.valueOf(value)));
        }

        @Override
        public String filtered(FieldDefinition field, String text) {
            return text.length() == "2026-11-20".length() ? Formats.date(text) : Formats.momentOfRecord(text);
        }

        /** With seconds: two moments that differ are to be told apart. */
        @Override
        public String readable(FieldDefinition field, String text) {
            return Formats.momentWithSeconds(text.length() == "2026-11-20T10:42".length() ? text + ":00" : text);
        }

        @Override
        public FieldFilter filter(FieldDefinition field) {
            return new FieldFilter.Range("__gte", "__lt", "date");
        }

        @Override
        public String widget(FieldDefinition field) {
            return "moment";
        }

        @Override
        public int width(FieldDefinition field) {
            return 3;
        }

        @Override
        public String note() {
            ZoneId zone = Localized.current().zone();
            return zone.equals(ZoneOffset.UTC)
                    ? text("In UTC.")
                    : text("In the time zone {zone}.", "zone", zone.getId());
        }

        /** What a browser's field for a moment takes: the time in the user's zone, without an offset. */
        @Override
        public String formText(FieldDefinition field, String text) {
            String local = Formats.local(text);
            return shortest(local.endsWith("Z") ? local.substring(0, local.length() - 1) : local);
        }

        /** Of a time that the zone has twice, the first is meant. */
        @Override
        public Object typed(FieldDefinition field, String text, List<Violation> wrong) {
            return local(text.strip())
                    .map(local -> moment(field, local, text, wrong))
                    .orElseGet(() -> super.typed(field, text, wrong));
        }

        /** Of a time that the zone has twice, the first is meant. */
        @Override
        public Object imported(FieldDefinition field, String cell, NumberNotation notation, List<Violation> wrong) {
            return local(cell.strip())
                    .or(() -> Formats.typedMoment(cell))
                    .map(local -> moment(field, local, cell, wrong))
                    .orElseGet(() -> imported(field, cell));
        }

        /** A time of the user's zone, or the text where the zone leaves it out. */
        private static Object moment(FieldDefinition field, LocalDateTime local, String text, List<Violation> wrong) {
            ZoneId zone = Localized.current().zone();
            List<ZoneOffset> offsets = zone.getRules().getValidOffsets(local);
            if (offsets.isEmpty()) {
                wrong.add(Violation.at(
                        field.name(),
                        "no_such_time",
                        Message.of("In the time zone {zone} the clocks are put forward over this time: it does"
                                        + " not exist.")
                                .with("zone", zone.getId())));
                return text;
            }
            return local.toInstant(offsets.getFirst()).toString();
        }

        private static Optional<LocalDateTime> local(String text) {
            if (text.endsWith(".")) {
                return Optional.empty(); // a point without digits
            }
            try {
                return Optional.of(
                        text.length() == "2026-11-20".length()
                                ? LocalDate.parse(text).atStartOfDay()
                                : LocalDateTime.parse(text.replace(' ', 'T')));
            } catch (DateTimeException e) {
                return Optional.empty(); // with an offset, or no time at all
            }
        }

        /** Both are times in the user's zone. */
        @Override
        public Object meaning(Model model, FieldDefinition field, String text) {
            return local(text).map(Object.class::cast).orElseGet(() -> super.meaning(model, field, text));
        }

        @Override
        public void schema(ObjectNode schema, FieldDefinition field, boolean input, boolean nullable) {
            type(schema, "string", nullable);
            schema.put("format", "date-time");
            if (input) {
                not(schema, NO_INSTANT);
            }
        }
    }

    static final class OfDuration extends FieldView {
        // the numbers of the largest duration have more digits, but any that have no more than these make one
        private static final String PATTERN = "^-?P(?=[0-9T])([0-9]{1,8}D)?"
                + "(T(?=[0-9])([0-9]{1,7}H)?([0-9]{1,8}M)?([0-9]{1,9}(\\.[0-9]{1,9})?S)?)?$";

        private static final String EXAMPLE = "P1DT2H30M";

        @Override
        public Content cell(FieldDefinition field, Object value) {
            return Content.of("text", readable(field, FieldText.write(value)));
        }

        @Override
        public String filtered(FieldDefinition field, String text) {
            return readable(field, text);
        }

        @Override
        public String readable(FieldDefinition field, String text) {
            try {
                return Formats.duration(Duration.parse(text));
            } catch (DateTimeException e) {
                return text;
            }
        }

        @Override
        public FieldFilter filter(FieldDefinition field) {
            return new FieldFilter.Range("__gte", "__lte", "text");
        }

        @Override
        public String note() {
            String note = text(
                    "In ISO 8601 form, such as {example} for {duration}.",
                    "example",
                    EXAMPLE,
                    "duration",
                    Formats.duration(Duration.parse(EXAMPLE)));
            // the abbreviation of minutes has a full stop in some languages
            return note.endsWith("..") ? note.substring(0, note.length() - 1) : note;
        }

        @Override
        public void schema(ObjectNode schema, FieldDefinition field, boolean input, boolean nullable) {
            type(schema, "string", nullable);
            schema.put("x-type", "duration"); // the format of this name has no fractions of a second
            if (input) {
                schema.put("pattern", PATTERN);
            }
        }
    }
}
