package dev.hexadmin.application.access.internal;

import dev.hexadmin.application.access.port.Roles;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Role;
import dev.hexadmin.domain.access.RoleRights;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.testing.ports.InMemoryUnitOfWork;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Roles in a map. */
final class InMemoryRoles implements Roles {
    private Map<Long, Role> roles = new TreeMap<>();
    private Map<UserId, Map<String, Set<Action>>> direct = new HashMap<>();
    final Map<UserId, Set<Long>> held = new HashMap<>();
    /** By user: whether they are a superuser by flag. */
    final Map<UserId, Boolean> users = new HashMap<>();

    final Map<String, Set<Action>> listed = new TreeMap<>();
    private long last;

    final InMemoryUnitOfWork unitOfWork = new InMemoryUnitOfWork(() -> {
        Map<Long, Role> rolesBefore = new TreeMap<>(roles);
        Map<UserId, Map<String, Set<Action>>> directBefore = new HashMap<>(direct);
        return () -> {
            roles = rolesBefore;
            direct = directBefore;
        };
    });

    /** Stores a role unchanged, with this number of users in addition to those in {@link #held}. */
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

    void give(long role, UserId user) {
        held.computeIfAbsent(user, u -> new TreeSet<>()).add(role);
    }

    private Role counted(Role role) {
        long users = role.users()
                + held.values().stream().filter(ids -> ids.contains(role.id())).count();
        return new Role(
                role.id(), role.name(), role.description(), role.superuser(), role.rights(), users, role.createdAt());
    }

    @Override
    public List<Heading> headings() {
        return roles.values().stream()
                .map(role -> new Heading(role.id(), role.name(), role.description(), role.createdAt()))
                .toList();
    }

    @Override
    public List<Role> find(Collection<Long> ids) {
        return roles.values().stream()
                .filter(role -> ids.contains(role.id()))
                .map(this::counted)
                .toList();
    }

    @Override
    public Optional<Role> lock(long id) {
        unitOfWork.requireRunning();
        return find(List.of(id)).stream().findFirst();
    }

    @Override
    public Optional<Long> insert(
            String name, String description, boolean superuser, RoleRights rights, Instant createdAt) {
        unitOfWork.requireRunning();
        if (roles.values().stream().anyMatch(role -> role.name().equals(name))) {
            return Optional.empty();
        }
        roles.put(++last, new Role(last, name, description, superuser, rights, 0, createdAt));
        return Optional.of(last);
    }

    @Override
    public boolean update(long id, String name, String description, RoleRights rights) {
        unitOfWork.requireRunning();
        if (roles.values().stream()
                .anyMatch(role -> role.id() != id && role.name().equals(name))) {
            return false;
        }
        roles.computeIfPresent(
                id,
                (key, old) -> new Role(id, name, description, old.superuser(), rights, old.users(), old.createdAt()));
        return true;
    }

    @Override
    public void delete(long id) {
        unitOfWork.requireRunning();
        roles.remove(id);
    }

    @Override
    public void list(Map<String, Set<Action>> permissions) {
        unitOfWork.requireRunning();
        listed.putAll(permissions);
    }

    @Override
    public List<Role> of(UserId user) {
        return find(held.getOrDefault(user, Set.of())).stream()
                .sorted(Comparator.comparing(Role::name))
                .toList();
    }

    @Override
    public Map<String, Set<Action>> directly(UserId user) {
        return direct.getOrDefault(user, Map.of());
    }

    @Override
    public void replaceDirectly(UserId user, Map<String, Set<Action>> permissions) {
        unitOfWork.requireRunning();
        direct.put(user, permissions);
    }

    @Override
    public Optional<Boolean> superuser(UserId user) {
        return Optional.ofNullable(users.get(user))
                .map(byFlag -> byFlag || of(user).stream().anyMatch(Role::superuser));
    }
}
