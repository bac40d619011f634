package dev.hexadmin.application.idempotency.internal;

import dev.hexadmin.application.idempotency.port.IdempotencyStore;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.testing.ports.IdempotencyStoreContract;

class InMemoryIdempotencyStoreTest extends IdempotencyStoreContract {
    private final InMemoryIdempotencyStore responses = new InMemoryIdempotencyStore();

    @Override
    protected IdempotencyStore responses() {
        return responses;
    }

    @Override
    protected UnitOfWork unitOfWork() {
        return responses.unitOfWork;
    }

    @Override
    protected long rows() {
        return responses.entries.size();
    }
}
