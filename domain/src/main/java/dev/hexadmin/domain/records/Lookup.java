package dev.hexadmin.domain.records;

import dev.hexadmin.domain.models.FieldType;
import java.util.Locale;
import java.util.Optional;

/** How a filter compares: the part after {@code __}. */
public enum Lookup {
    EXACT,
    IEXACT,
    NE,
    CONTAINS,
    ICONTAINS,
    STARTSWITH,
    ISTARTSWITH,
    ENDSWITH,
    IENDSWITH,
    GT,
    GTE,
    LT,
    LTE,
    RANGE,
    IN,
    ISNULL;

    /** As written in a query, such as {@code icontains}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Lookup> ofWord(String word) {
        for (Lookup lookup : values()) {
            if (lookup.word().equals(word)) {
                return Optional.of(lookup);
            }
        }
        return Optional.empty();
    }

    /** Whether it makes sense on values of this type; for a reference, of its target's key. */
    public boolean appliesTo(FieldType type) {
        return switch (this) {
            case ISNULL -> true;
            case EXACT, NE, IN -> type.valueType().isComparable();
            case IEXACT, CONTAINS, ICONTAINS, STARTSWITH, ISTARTSWITH, ENDSWITH, IENDSWITH -> type.isText();
            case GT, GTE, LT, LTE, RANGE -> type.valueType().isRanged();
        };
    }
}
