package dev.hexadmin.domain.records;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.type.ValueType;
import dev.hexadmin.domain.text.Message;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/** How a filter compares: the part after {@code __}. This is the only list of lookups. */
public enum Lookup {
    EXACT(Operand.VALUE, ValueType::isComparable, Message.of(":")),
    IEXACT(new TextMatch(Place.WHOLE, true), Message.of("is")),
    NE(Operand.VALUE, ValueType::isComparable, Message.of("is not")),
    /** A text has this text in it, or a list has this item. */
    CONTAINS(new TextMatch(Place.ANYWHERE, false), type -> type.isText() || type.holdsItems(), Message.of("contains")),
    ICONTAINS(new TextMatch(Place.ANYWHERE, true), Message.of("contains")),
    STARTSWITH(new TextMatch(Place.START, false), Message.of("starts with")),
    ISTARTSWITH(new TextMatch(Place.START, true), Message.of("starts with")),
    ENDSWITH(new TextMatch(Place.END, false), Message.of("ends with")),
    IENDSWITH(new TextMatch(Place.END, true), Message.of("ends with")),
    GT(Operand.VALUE, ValueType::isRanged, Message.of("after"), Message.of("above")),
    GTE(Operand.VALUE, ValueType::isRanged, Message.of("from")),
    LT(Operand.VALUE, ValueType::isRanged, Message.of("before"), Message.of("below")),
    LTE(Operand.VALUE, ValueType::isRanged, Message.of("up to")),
    RANGE(Operand.TWO_VALUES, ValueType::isRanged, Message.of("between")),
    IN(Operand.VALUES, ValueType::isComparable, Message.of("is one of")),
    ISNULL(Operand.FLAG, type -> true, Message.of("is empty")),
    YEAR(Operand.YEAR, ValueType::hasDays, Message.of("in")),
    MONTH(Operand.MONTH, ValueType::hasDays, Message.of("in month")),
    DAY(Operand.DAY, ValueType::hasDays, Message.of("on day"));

    /** The operand that a lookup takes as text, and its values. */
    public enum Operand {
        /** One value of the field's type; for a reference, of its target's key. */
        VALUE(1, 1, Optional.empty()),
        /** Two values, separated by a comma. */
        TWO_VALUES(2, 2, Optional.of("string")),
        /** Any number of values, separated by commas. */
        VALUES(0, Integer.MAX_VALUE, Optional.of("string")),
        /** Any text; for a list, one of its items. */
        TEXT(1, 1, Optional.of("string")) {
            @Override
            public Optional<List<Object>> read(Model model, FieldDefinition field, String text) {
                return field.valueType().contained(model, field, text).map(List::of);
            }

            @Override
            public Message expected(Model model, FieldDefinition field, String text) {
                return field.valueType().expectedContained(model, field);
            }
        },
        /** {@code true} or {@code false}. */
        FLAG(1, 1, Optional.of("boolean")) {
            @Override
            public Optional<List<Object>> read(Model model, FieldDefinition field, String text) {
                return switch (text) {
                    case "true", "1" -> Optional.of(List.of(true));
                    case "false", "0" -> Optional.of(List.of(false));
                    default -> Optional.empty();
                };
            }

            @Override
            public Message expected(Model model, FieldDefinition field, String text) {
                return Message.of("true or false is expected.");
            }
        },
        /**
         * A year from 1 to 9999. It compares with its first and last instant, so that an index on the field is
         * used.
         */
        YEAR(2, 2, Optional.of("integer")) {
            @Override
            public Optional<List<Object>> read(Model model, FieldDefinition field, String text) {
                ValueType type = field.type().valueType();
                return number(text, 9999)
                        .map(year -> LocalDate.of(year, 1, 1).atStartOfDay())
                        .flatMap(start -> type.at(start.toInstant(ZoneOffset.UTC))
                                .flatMap(first -> type.at(start.plusYears(1)
                                                .minusNanos(1_000)
                                                .toInstant(ZoneOffset.UTC))
                                        .map(last -> List.of(first, last))));
            }

            @Override
            public Message expected(Model model, FieldDefinition field, String text) {
                return Message.of("A year from 1 to 9999 is expected.");
            }
        },
        /** A month from 1 to 12, of any year. For a datetime, a zone other than UTC follows it. */
        MONTH(1, 2, Optional.of("integer")) {
            @Override
            public Optional<List<Object>> read(Model model, FieldDefinition field, String text) {
                return number(text, 12).map(List::of);
            }

            @Override
            public Optional<List<Object>> read(Model model, FieldDefinition field, String text, ZoneId zone) {
                return number(text, 12).map(number -> inZone(field, number, zone));
            }

            @Override
            public Message expected(Model model, FieldDefinition field, String text) {
                return Message.of("A month from 1 to 12 is expected.");
            }
        },
        /** A day from 1 to 31, of any month. For a datetime, a zone other than UTC follows it. */
        DAY(1, 2, Optional.of("integer")) {
            @Override
            public Optional<List<Object>> read(Model model, FieldDefinition field, String text) {
                return number(text, 31).map(List::of);
            }

            @Override
            public Optional<List<Object>> read(Model model, FieldDefinition field, String text, ZoneId zone) {
                return number(text, 31).map(number -> inZone(field, number, zone));
            }

            @Override
            public Message expected(Model model, FieldDefinition field, String text) {
                return Message.of("A day from 1 to 31 is expected.");
            }
        };

        private static final int DAY_LENGTH = 10;

        private final int least;
        private final int most;
        private final Optional<String> jsonType;

        Operand(int least, int most, Optional<String> jsonType) {
            this.least = least;
            this.most = most;
            this.jsonType = jsonType;
        }

        private static Optional<Integer> number(String text, int most) {
            return text.matches("[0-9]{1,4}")
                    ? Optional.of(Integer.valueOf(text)).filter(number -> number >= 1 && number <= most)
                    : Optional.empty();
        }

        /** Whether a condition may have this number of values. */
        public boolean takes(int values) {
            return values >= least && values <= most;
        }

        /** Whether its text is split at commas. */
        public boolean isList() {
            return this == TWO_VALUES || this == VALUES;
        }

        /** The type of the operand's JSON Schema; empty when it is the field's. */
        public Optional<String> jsonType() {
            return jsonType;
        }

        /**
         * Parses one part of the operand; empty when it is not valid.
         *
         * @param field whose values are compared; for a reference, the key of its target
         */
        public Optional<List<Object>> read(Model model, FieldDefinition field, String text) {
            return FieldText.parse(model, field, text).map(List::of);
        }

        /**
         * The same, where a day, a month, a year, or a time without an offset is one of a zone, if the field is a datetime.
         */
        public Optional<List<Object>> read(Model model, FieldDefinition field, String text, ZoneId zone) {
            Optional<List<Object>> values = read(model, field, text);
            return field.type() != FieldType.DATETIME || zone.equals(ZoneOffset.UTC) || hasOffset(text)
                    ? values
                    : values.map(utc -> utc.stream()
                            .map(value -> value instanceof Instant moment ? sameTimeIn(zone, moment) : value)
                            .toList());
        }

        private static List<Object> inZone(FieldDefinition field, Integer number, ZoneId zone) {
            return field.type() == FieldType.DATETIME && !zone.equals(ZoneOffset.UTC)
                    ? List.of(number, zone)
                    : List.of(number);
        }

        private static boolean hasOffset(String text) {
            return text.length() > DAY_LENGTH
                    && text.substring(DAY_LENGTH).chars().anyMatch(c -> "zZ+-".indexOf(c) >= 0);
        }

        private static Instant sameTimeIn(ZoneId zone, Instant utc) {
            return LocalDateTime.ofInstant(utc, ZoneOffset.UTC).atZone(zone).toInstant();
        }

        /** The error message when this text is not valid. */
        public Message expected(Model model, FieldDefinition field, String text) {
            return field.valueType().expected(model, field, text);
        }

        /** {@link #expected} in English, of any text. */
        public final String expectation(Model model, FieldDefinition field) {
            return expected(model, field, "").english();
        }
    }

    /** Where a text must contain another text. */
    public enum Place {
        WHOLE,
        START,
        ANYWHERE,
        END
    }

    /**
     * How a text lookup compares; all characters of the operand are literal.
     *
     * @param anyCase whether upper and lower case are the same
     */
    public record TextMatch(Place place, boolean anyCase) {}

    private final String word = name().toLowerCase(Locale.ROOT);
    private final Operand operand;

    @SuppressWarnings("ImmutableEnumChecker") // a method reference
    private final Predicate<ValueType> applies;

    @SuppressWarnings("ImmutableEnumChecker") // its arguments are not changed
    private final Message phrase;

    @SuppressWarnings("ImmutableEnumChecker") // its arguments are not changed
    private final Message phraseOfAmounts;

    @SuppressWarnings("ImmutableEnumChecker") // of an immutable record
    private final Optional<TextMatch> textMatch;

    Lookup(Operand operand, Predicate<ValueType> applies, Message phrase) {
        this(operand, applies, phrase, phrase);
    }

    Lookup(Operand operand, Predicate<ValueType> applies, Message phrase, Message phraseOfAmounts) {
        this.operand = operand;
        this.applies = applies;
        this.phrase = phrase;
        this.phraseOfAmounts = phraseOfAmounts;
        this.textMatch = Optional.empty();
    }

    Lookup(TextMatch match, Message phrase) {
        this(match, ValueType::isText, phrase);
    }

    Lookup(TextMatch match, Predicate<ValueType> applies, Message phrase) {
        this.operand = Operand.TEXT;
        this.applies = applies;
        this.phrase = phrase;
        this.phraseOfAmounts = phrase;
        this.textMatch = Optional.of(match);
    }

    /** As written in a query, such as {@code icontains}. */
    public String word() {
        return word;
    }

    public static Optional<Lookup> ofWord(String word) {
        for (Lookup lookup : values()) {
            if (lookup.word().equals(word)) {
                return Optional.of(lookup);
            }
        }
        return Optional.empty();
    }

    public Operand operand() {
        return operand;
    }

    /** How a text lookup compares; empty for other lookups. */
    public Optional<TextMatch> textMatch() {
        return textMatch;
    }

    /** The text between a field's label and the value where a filter is shown. */
    public Message phrase() {
        return phrase;
    }

    /**
     * {@link #phrase()} in the words for the type: an amount is above or below another, and not after or before it.
     *
     * @param type of the field; for a reference, of its target's key
     */
    public Message phrase(FieldType type) {
        return type.valueType().isAmount() ? phraseOfAmounts : phrase;
    }

    /** Whether the lookup applies to values of this type; for a reference, of its target's key. */
    public boolean appliesTo(FieldType type) {
        return applies.test(type.valueType());
    }
}
