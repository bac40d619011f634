package dev.hexadmin.application.access.internal;

import dev.hexadmin.application.access.port.Roles;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Role;
import dev.hexadmin.domain.access.RoleRights;
import dev.hexadmin.domain.identity.UserId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Roles in a map, and units of work over it that are undone when they fail. */
final class InMemoryRoles implements Roles, UnitOfWork {
    private Map<Long, Role> roles = new TreeMap<>();
    final Map<UserId, List<Long>> held = new HashMap<>();
    final Map<UserId, Map<String, Set<Action>>> direct = new HashMap<>();
    final Map<UserId, Boolean> users = new HashMap<>();
    final Map<String, Set<Action>> listed = new TreeMap<>();
    private long last;
    private boolean running;

    /** Stores a role as it is. */
    Role put(String name, boolean superuser, RoleRights rights, long users) {
        Role role = new Role(++last, name, "", superuser, rights, users, Instant.EPOCH);
        roles.put(role.id(), role);
        return role;
    }

    Role named(String name) {
        return roles.values().stream()
                .filter(role -> role.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public List<Heading> headings() {
        return roles.values().stream()
                .map(role -> new Heading(role.id(), role.name(), role.description(), role.createdAt()))
                .toList();
    }

    @Override
    public List<Role> find(Collection<Long> ids) {
        return roles.values().stream().filter(role -> ids.contains(role.id())).toList();
    }

    @Override
    public Optional<Role> lock(long id) {
        return Optional.ofNullable(roles.get(id));
    }

    @Override
    public Optional<Long> insert(
            String name, String description, boolean superuser, RoleRights rights, Instant createdAt) {
        if (roles.values().stream().anyMatch(role -> role.name().equals(name))) {
            return Optional.empty();
        }
        roles.put(++last, new Role(last, name, description, superuser, rights, 0, createdAt));
        return Optional.of(last);
    }

    @Override
    public boolean update(long id, String name, String description, RoleRights rights) {
        if (roles.values().stream()
                .anyMatch(role -> role.id() != id && role.name().equals(name))) {
            return false;
        }
        Role old = lock(id).orElseThrow();
        roles.put(id, new Role(id, name, description, old.superuser(), rights, old.users(), old.createdAt()));
        return true;
    }

    @Override
    public void delete(long id) {
        roles.remove(id);
    }

    @Override
    public void list(Map<String, Set<Action>> permissions) {
        listed.putAll(permissions);
    }

    @Override
    public List<Role> of(UserId user) {
        return find(held.getOrDefault(user, List.of()));
    }

    @Override
    public Map<String, Set<Action>> directly(UserId user) {
        return direct.getOrDefault(user, Map.of());
    }

    @Override
    public void replaceDirectly(UserId user, Map<String, Set<Action>> permissions) {
        direct.put(user, permissions);
    }

    @Override
    public Optional<Boolean> superuser(UserId user) {
        return Optional.ofNullable(users.get(user));
    }

    @Override
    public <T> T write(Work<T> work) {
        return run(work, true);
    }

    @Override
    public <T> T rehearse(Work<T> work) {
        return run(work, false);
    }

    @Override
    public <T> T attempt(Work<T> part) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean running() {
        return running;
    }

    private <T> T run(Work<T> work, boolean keep) {
        Map<Long, Role> before = new TreeMap<>(roles);
        List<Runnable> after = new ArrayList<>();
        boolean kept = false;
        T result;
        running = true;
        try {
            result = work.run(after::add);
            kept = keep;
        } finally {
            running = false;
            if (!kept) {
                roles = before;
            }
        }
        if (keep) {
            after.forEach(Runnable::run);
        }
        return result;
    }
}
