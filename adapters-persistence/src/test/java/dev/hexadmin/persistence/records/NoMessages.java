package dev.hexadmin.persistence.records;

import dev.hexadmin.application.records.Notifier;
import dev.hexadmin.application.records.RecordsAssembly;
import dev.hexadmin.application.records.port.RecordClasses;
import dev.hexadmin.domain.notifications.Delivery;
import dev.hexadmin.domain.notifications.Message;
import dev.hexadmin.domain.notifications.Recipient;
import dev.hexadmin.persistence.jdbc.Database;
import java.util.List;

/** For records whose code sends nothing. */
public final class NoMessages implements Notifier {
    private NoMessages() {}

    /** What code of a test needs besides records. */
    public static RecordsAssembly.ForCode on(Database database) {
        return new RecordsAssembly.ForCode(database, new NoMessages(), RecordClasses.none());
    }

    @Override
    public Delivery notify(Recipient recipient, Message message) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Delivery> notifyMany(List<Recipient> recipients, Message message) {
        throw new UnsupportedOperationException();
    }
}
