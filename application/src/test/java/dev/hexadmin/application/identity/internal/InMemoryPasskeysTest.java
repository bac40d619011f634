package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.identity.port.Passkeys;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.testing.ports.InMemoryUnitOfWork;
import dev.hexadmin.testing.ports.PasskeysContract;

class InMemoryPasskeysTest extends PasskeysContract {
    private final InMemoryPasskeys passkeys = new InMemoryPasskeys();
    private final UnitOfWork unitOfWork = new InMemoryUnitOfWork(() -> () -> {});
    private long users;

    @Override
    protected Passkeys passkeys() {
        return passkeys;
    }

    @Override
    protected UnitOfWork unitOfWork() {
        return unitOfWork;
    }

    @Override
    protected UserId user(String email) {
        return new UserId(++users);
    }

    @Override
    protected void delete(UserId user) {
        passkeys.delete(user);
    }
}
