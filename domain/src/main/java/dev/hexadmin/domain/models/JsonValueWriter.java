package dev.hexadmin.domain.models;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes Java values as JSON (RFC 8259). Not thread-safe. */
final class JsonValueWriter {
    private final StringBuilder out = new StringBuilder();

    String write(@Nullable Object value) {
        append(value);
        return out.toString();
    }

    private void append(@Nullable Object value) {
        switch (value) {
            case null -> out.append("null");
            case JsonText json when json.isWellFormed() -> out.append(json.text());
            case Optional<?> optional -> append(optional.orElse(null));
            case Map<?, ?> members -> append(members);
            case Collection<?> items -> append(items);
            case CharSequence text -> JsonText.quote(text.toString(), out);
            case Enum<?> constant -> JsonText.quote(constant.name(), out);
            case Boolean flag -> out.append(flag.booleanValue());
            case Number number -> number(number);
            default -> {
                if (!FieldText.isValue(value) || value instanceof JsonText) {
                    throw new IllegalArgumentException(value.getClass().getName() + " has no form in JSON");
                }
                JsonText.quote(FieldText.write(value), out);
            }
        }
    }

    private void append(Map<?, ?> members) {
        out.append('{');
        boolean first = true;
        for (Map.Entry<?, ?> member : members.entrySet()) {
            if (!first) {
                out.append(',');
            }
            first = false;
            JsonText.quote(String.valueOf(member.getKey()), out);
            out.append(':');
            append(member.getValue());
        }
        out.append('}');
    }

    private void append(Collection<?> items) {
        out.append('[');
        for (Iterator<?> each = items.iterator(); each.hasNext(); ) {
            append(each.next());
            if (each.hasNext()) {
                out.append(',');
            }
        }
        out.append(']');
    }

    private void number(Number number) {
        switch (number) {
            case BigDecimal _, BigInteger _, Byte _, Short _, Integer _, Long _ -> out.append(number);
            case Double real when Double.isFinite(real) -> out.append(real.doubleValue());
            case Float real when Float.isFinite(real) -> out.append(real.floatValue());
            default -> throw new IllegalArgumentException(number + " has no form in JSON");
        }
    }
}
