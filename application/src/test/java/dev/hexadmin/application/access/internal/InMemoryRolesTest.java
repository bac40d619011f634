package dev.hexadmin.application.access.internal;

import dev.hexadmin.application.access.port.Roles;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.testing.ports.RolesContract;

class InMemoryRolesTest extends RolesContract {
    private final InMemoryRoles roles = new InMemoryRoles();

    @Override
    protected Roles roles() {
        return roles;
    }

    @Override
    protected UnitOfWork unitOfWork() {
        return roles.unitOfWork;
    }

    @Override
    protected UserId user(String email, boolean superuser) {
        UserId user = new UserId(roles.users.size() + 1);
        roles.users.put(user, superuser);
        return user;
    }

    @Override
    protected void give(long role, UserId user) {
        roles.give(role, user);
    }
}
