package dev.hexadmin.bootstrap.plugins;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Describes the reason of a failure, for messages. */
final class Reasons {
    private Reasons() {}

    /** The messages of a failure and of its causes: the outer message alone often states only where it happened. */
    static String of(Throwable failure) {
        Set<String> messages = new LinkedHashSet<>();
        @Nullable Throwable each = failure;
        for (int depth = 0; each != null && depth < 8; depth++) {
            messages.add(each.getMessage() == null ? each.getClass().getSimpleName() : each.getMessage());
            each = each.getCause();
        }
        return String.join(": ", messages).replaceAll("\\p{Cntrl}+", " ");
    }
}
