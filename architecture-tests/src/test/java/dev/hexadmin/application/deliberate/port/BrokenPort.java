package dev.hexadmin.application.deliberate.port;

import dev.hexadmin.application.deliberate.BreakingThings;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A driven port that is no interface, uses technology and a driving port, and returns null. */
public final class BrokenPort {
    public @Nullable String find(Path file) {
        return file.getRoot() == null ? null : file.toString();
    }

    public void breakAll(BreakingThings port) {
        port.breakAll("all");
    }
}
