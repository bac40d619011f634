package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.notifications.port.Addressees;
import dev.hexadmin.application.notifications.port.Addressees.Account;
import dev.hexadmin.application.notifications.port.Feeds;
import dev.hexadmin.application.notifications.port.Outbox;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.testing.ports.NotificationStoresContract;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

class MemoryNotificationsTest extends NotificationStoresContract {
    private final MemoryNotifications memory = new MemoryNotifications();
    private long users;

    @Override
    protected UnitOfWork unitOfWork() {
        return memory;
    }

    @Override
    protected Feeds feeds() {
        return memory;
    }

    @Override
    protected Addressees addressees() {
        return memory;
    }

    @Override
    protected Outbox outbox() {
        return memory;
    }

    @Override
    protected long user(String email, boolean active, boolean superuser) {
        UserId id = new UserId(++users);
        if (active) {
            memory.accounts.put(id, new Account(id, new EmailAddress(email), Optional.empty()));
        }
        if (superuser) {
            memory.superusers.add(id);
        }
        return id.value();
    }

    @Override
    protected void role(String name, boolean superuser, long... users) {
        Set<UserId> ids = new HashSet<>();
        for (long user : users) {
            ids.add(new UserId(user));
        }
        memory.roles.put(name, ids);
        if (superuser) {
            memory.superusers.addAll(ids);
        }
    }
}
