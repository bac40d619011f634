package dev.hexadmin.http.admin.people;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * What somebody was shown in a form, in short. The version of a record also changes with what no form has, such as the
 * last sign-in of a user: then nothing that was seen is overwritten, and nobody is asked.
 */
final class Seen {
    private Seen() {}

    /** @param shown its text form tells all of it, the same on every server */
    static String of(Record shown) {
        return UUID.nameUUIDFromBytes(shown.toString().getBytes(StandardCharsets.UTF_8))
                .toString();
    }
}
