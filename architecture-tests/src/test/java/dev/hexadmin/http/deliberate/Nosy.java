package dev.hexadmin.http.deliberate;

import dev.hexadmin.application.deliberate.internal.Hidden;
import dev.hexadmin.application.deliberate.port.BrokenPort;
import dev.hexadmin.persistence.Persistence;
import dev.hexadmin.persistence.settings.DatabaseSettings;

/** An adapter that knows another adapter, driven ports, and what is internal, and writes numbers with the machine's digits. */
public final class Nosy {
    public final Hidden hidden = new Hidden();
    public final BrokenPort port = new BrokenPort();
    public final DatabaseSettings settings = Persistence.settings("sqlite:x", 1);

    String number(int value) {
        return "%d".formatted(value);
    }
}
