package dev.hexadmin.application.panel;

import dev.hexadmin.application.panel.internal.ShownExtensions;
import dev.hexadmin.application.records.CodeOnRecords;
import dev.hexadmin.domain.models.ModelRegistry;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Assembles the driving port of what plugins add to the panel.
 *
 * @param declared what is added
 * @param showing the port
 */
@SuppressWarnings("exports") // of use to modules of Hexadmin only
public record PanelAssembly(PanelExtensions declared, ShowingExtensions showing) {
    /** How long a page waits for its slots. */
    private static final Duration LIMIT = Duration.ofSeconds(2);

    /** @param nanoTime a clock that only moves forward */
    public static PanelAssembly of(
            PanelExtensions extensions, ModelRegistry models, CodeOnRecords records, LongSupplier nanoTime) {
        return new PanelAssembly(extensions, new ShownExtensions(extensions, models, records, LIMIT, nanoTime));
    }
}
