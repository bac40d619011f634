package dev.hexadmin.bootstrap.plugins;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Why something failed, for people. */
final class Reasons {
    private Reasons() {}

    /** What happened, with what caused it: the outer message alone often says only where. */
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
