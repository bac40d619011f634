package dev.hexadmin.application.records;

import dev.hexadmin.domain.records.RecordKey;
import java.util.regex.Pattern;

/**
 * The name of an action or an endpoint: {@code [a-z][a-z0-9_]*}, at most 63 characters, as models and fields have them. Names
 * are a part of paths, so that the words that paths below a model have already cannot be used, such as {@code bulk}.
 *
 * @param value the name
 */
public record CodeName(String value) {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,62}");

    /** @throws IllegalArgumentException when the name is not valid */
    public CodeName {
        if (!NAME.matcher(value).matches()) {
            throw new IllegalArgumentException("'" + value + "': a name is " + NAME.pattern() + ", such as low_stock");
        }
        if (RecordKey.RESERVED_SEGMENTS.contains(value)) {
            throw new IllegalArgumentException("'" + value + "': a path below a model has this word already");
        }
    }
}
