package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.notifications.port.Addressees;
import dev.hexadmin.application.notifications.port.Feeds;
import dev.hexadmin.application.notifications.port.Outbox;
import dev.hexadmin.application.records.RecordChange;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.domain.notifications.Addressee;
import java.time.InstantSource;

/** A hook of {@code admin_users} that deletes a user's notifications with the user. */
final class AddresseeHooks implements RecordHooks {
    private final Feeds feeds;
    private final Addressees addressees;
    private final Outbox outbox;
    private final InstantSource clock;

    AddresseeHooks(Feeds feeds, Addressees addressees, Outbox outbox, InstantSource clock) {
        this.feeds = feeds;
        this.addressees = addressees;
        this.outbox = outbox;
        this.clock = clock;
    }

    @Override
    public void afterDelete(RecordChange change) {
        Addressee user = new Addressee(change.stored().key().encoded());
        feeds.forget(user);
        addressees.forget(user);
        outbox.forget(user, clock.instant());
    }
}
