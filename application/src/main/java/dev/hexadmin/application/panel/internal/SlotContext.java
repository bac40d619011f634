package dev.hexadmin.application.panel.internal;

import dev.hexadmin.application.panel.ShowingExtensions.Reader;
import dev.hexadmin.application.panel.TabCall;
import dev.hexadmin.application.records.RecordAccess;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.text.Language;
import java.time.ZoneId;
import java.util.Optional;

/**
 * The call of a slot.
 *
 * @param shown the record of a tab; empty for a card
 */
record SlotContext(Actor actor, RecordAccess records, Reader reader, Optional<StoredRecord> shown) implements TabCall {
    @Override
    public Language language() {
        return reader.language();
    }

    @Override
    public ZoneId zone() {
        return reader.zone();
    }

    @Override
    public String home() {
        return reader.home();
    }

    @Override
    public StoredRecord record() {
        return shown.orElseThrow();
    }
}
