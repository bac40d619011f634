package dev.hexadmin.testing.ports;

import dev.hexadmin.application.port.UnitOfWork;
import java.util.Set;
import java.util.TreeSet;

class InMemoryUnitOfWorkTest extends UnitOfWorkContract {
    private Set<Long> numbers = new TreeSet<>();
    private final InMemoryUnitOfWork unitOfWork = new InMemoryUnitOfWork(() -> {
        Set<Long> before = new TreeSet<>(numbers);
        return () -> numbers = before;
    });

    @Override
    protected UnitOfWork unitOfWork() {
        return unitOfWork;
    }

    @Override
    protected void insert(long id) {
        unitOfWork.requireRunning();
        if (!numbers.add(id)) {
            throw new IllegalArgumentException(id + " is there");
        }
    }

    @Override
    protected long count() {
        return unitOfWork.read(() -> numbers.size());
    }
}
