package dev.hexadmin.application.deliberate.port;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A driven port that is no interface, speaks of technology, and answers with null. */
public final class BrokenPort {
    public @Nullable String find(Path file) {
        return file.getRoot() == null ? null : file.toString();
    }
}
