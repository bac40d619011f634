package dev.hexadmin.application.views.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.AccessModels;
import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.BrowsingRecords;
import dev.hexadmin.application.views.ManagingSavedViews;
import dev.hexadmin.application.views.port.SavedViews;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.SavedView;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.domain.text.Message;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Keeps views of lists, and checks rights before each operation. Thread-safe. */
public final class SavedViewService implements ManagingSavedViews {
    private static final Duration MAX_AGE = Duration.ofSeconds(2);
    private static final int MAX_USERS = 10_000;

    private final SavedViews views;
    private final BrowsingRecords browsing;
    private final SavedViewDrafts drafts;
    private final AuditTrail auditTrail;
    private final UnitOfWork unitOfWork;
    private final ModelRegistry registry;
    private final InstantSource clock;
    private final ConcurrentHashMap<UserId, Entry> entries = new ConcurrentHashMap<>();
    private final AtomicLong changes = new AtomicLong();

    /** @param changes how many there were before the views were read */
    private record Entry(List<SavedView> views, long changes, long readAt) {}

    public SavedViewService(
            SavedViews views,
            BrowsingRecords browsing,
            AuditTrail auditTrail,
            UnitOfWork unitOfWork,
            ModelRegistry registry,
            InstantSource clock) {
        this.views = views;
        this.browsing = browsing;
        this.drafts = new SavedViewDrafts(registry, browsing);
        this.auditTrail = auditTrail;
        this.unitOfWork = unitOfWork;
        this.registry = registry;
        this.clock = clock;
    }

    @Override
    public List<SavedView> list(Actor.SignedIn actor) {
        return views.visible(actor.id()).stream()
                .filter(view -> viewable(actor, view))
                .toList();
    }

    @Override
    public List<SavedView> recent(Actor.SignedIn actor) {
        List<SavedView> all = cached(actor.id());
        return all.isEmpty()
                ? all
                : all.stream().filter(view -> viewable(actor, view)).toList();
    }

    private List<SavedView> cached(UserId user) {
        long known = changes.get();
        long now = clock.millis();
        @Nullable Entry entry = entries.get(user);
        if (entry != null
                && entry.changes() == known
                && now >= entry.readAt()
                && now - entry.readAt() < MAX_AGE.toMillis()) {
            return entry.views();
        }
        List<SavedView> read = views.visible(user);
        if (entries.size() >= MAX_USERS) {
            entries.clear();
        }
        entries.put(user, new Entry(read, known, now));
        return read;
    }

    @Override
    public SavedView get(Actor.SignedIn actor, long id) {
        return list(actor).stream().filter(view -> view.id() == id).findFirst().orElseThrow(SavedViewService::notFound);
    }

    /** Also whether a view of another user filters and sorts by nothing that this one may not view. */
    private boolean viewable(Actor.SignedIn actor, SavedView view) {
        return registry.model(view.model())
                .filter(model -> actor.rights().allows(Action.VIEW, model))
                .filter(model -> view.owner().equals(actor.id()) || allowed(actor, model, view))
                .isPresent();
    }

    private boolean allowed(Actor actor, Model model, SavedView view) {
        try {
            browsing.check(actor, ListRequest.of(model, view.query()));
            return true;
        } catch (RequestRejectedException e) {
            return e.category() != RequestRejectedException.Category.FORBIDDEN;
        }
    }

    @Override
    public SavedView create(Actor.SignedIn actor, Supplier<Draft> draft, boolean dryRun) {
        Draft checked = drafts.check(actor, draft.get());
        requireSharing(actor, List.of(), checked.sharedWith());
        return carryOut(dryRun, scope -> {
            checkRoles(checked.sharedWith());
            if (views.visible(actor.id()).stream()
                            .filter(view -> view.owner().equals(actor.id()))
                            .count()
                    >= MOST) {
                throw RequestRejectedException.conflict(
                        "too_many_views",
                        Message.of(
                                        "{limit, plural, one {You have # view already; delete it first.} other {You have # views already; delete one of them first.}}")
                                .with("limit", MOST),
                        List.of());
            }
            SavedView view = view(0, actor.id(), checked);
            long id = views.insert(view).orElseThrow(() -> nameTaken(view.name()));
            views.makeDefault(actor.id(), view(id, actor.id(), checked), checked.isDefault());
            record(actor, "create", id, Map.of(), members(checked));
            return views.lock(actor.id(), id).orElseThrow();
        });
    }

    @Override
    public SavedView change(
            Actor.SignedIn actor,
            long id,
            UnaryOperator<Draft> change,
            Optional<List<Version>> expected,
            boolean dryRun) {
        return carryOut(dryRun, scope -> {
            SavedView before = current(actor, id, expected);
            Draft old = Draft.of(before);
            Draft wanted = change.apply(old);
            if (!wanted.model().equals(old.model())) {
                throw RequestRejectedException.invalid(
                        List.of(Violation.at("model", "read_only", "The model of a view cannot be changed.")));
            }
            if (!content(wanted).equals(content(old))) {
                requireOwn(actor, before);
                Draft checked = drafts.check(actor, wanted);
                requireSharing(actor, old.sharedWith(), checked.sharedWith());
                checkRoles(checked.sharedWith());
                if (!views.update(view(id, actor.id(), checked))) {
                    throw nameTaken(checked.name());
                }
            }
            if (wanted.isDefault() != old.isDefault()) {
                views.makeDefault(actor.id(), before, wanted.isDefault());
            }
            SavedView after = views.lock(actor.id(), id).orElseThrow();
            if (!after.equals(before)) {
                record(actor, "update", id, members(old), members(Draft.of(after)));
            }
            return after;
        });
    }

    @Override
    public void delete(Actor.SignedIn actor, long id, Optional<List<Version>> expected, boolean dryRun) {
        carryOut(dryRun, scope -> {
            SavedView before = current(actor, id, expected);
            requireOwn(actor, before);
            views.delete(id);
            record(actor, "delete", id, members(Draft.of(before)), Map.of());
            return id;
        });
    }

    private <T> T carryOut(boolean dryRun, UnitOfWork.Work<T> work) {
        return dryRun
                ? unitOfWork.rehearse(work)
                : unitOfWork.write(scope -> {
                    T result = work.run(scope);
                    scope.afterCommit(changes::incrementAndGet);
                    return result;
                });
    }

    private SavedView current(Actor.SignedIn actor, long id, Optional<List<Version>> expected) {
        SavedView view =
                views.lock(actor.id(), id).filter(one -> viewable(actor, one)).orElseThrow(SavedViewService::notFound);
        if (expected.isPresent() && !expected.get().contains(view.version())) {
            throw RequestRejectedException.preconditionFailed("The view has changed since.", view.version());
        }
        return view;
    }

    private static void requireOwn(Actor.SignedIn actor, SavedView view) {
        if (!view.owner().equals(actor.id())) {
            throw RequestRejectedException.forbidden("forbidden", "Only its owner may change this view.");
        }
    }

    private void requireSharing(Actor actor, List<Long> before, List<Long> wanted) {
        boolean changed = !before.stream()
                .sorted()
                .toList()
                .equals(wanted.stream().sorted().distinct().toList());
        if (changed
                && registry.model(AccessModels.ROLES)
                        .filter(roles -> actor.rights().allows(Action.EDIT, roles))
                        .isEmpty()) {
            throw RequestRejectedException.forbidden(
                    "forbidden",
                    Message.of("Sharing a view needs the right 'edit' on ''{model}''.")
                            .with("model", AccessModels.ROLES));
        }
    }

    private void checkRoles(List<Long> wanted) {
        List<Long> there = wanted.isEmpty() ? List.of() : views.roles(wanted);
        List<Violation> violations = new ArrayList<>();
        for (int i = 0; i < wanted.size(); i++) {
            if (!there.contains(wanted.get(i))) {
                violations.add(new Violation("/shared_with/" + i, "unknown_role", "There is no such role."));
            }
        }
        if (!violations.isEmpty()) {
            throw RequestRejectedException.invalid(violations);
        }
    }

    private static SavedView view(long id, UserId owner, Draft draft) {
        return new SavedView(
                id,
                owner,
                draft.model(),
                draft.name(),
                new SavedView.ListState(draft.query(), draft.columns(), draft.density()),
                draft.sharedWith(),
                draft.isDefault());
    }

    private static Map<String, Object> content(Draft draft) {
        Map<String, Object> members = members(draft);
        members.remove("is_default");
        return members;
    }

    private static Map<String, Object> members(Draft draft) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("model", draft.model());
        members.put("name", draft.name());
        members.put("query", new TreeMap<>(draft.query()));
        members.put("columns", draft.columns());
        members.put("density", draft.density().word());
        members.put(
                "shared_with", draft.sharedWith().stream().sorted().distinct().toList());
        members.put("is_default", draft.isDefault());
        return members;
    }

    private void record(Actor actor, String event, long id, Map<String, Object> before, Map<String, Object> after) {
        List<AuditEntry.Change> changed = new ArrayList<>();
        for (String member : (before.isEmpty() ? after : before).keySet()) {
            if (!Objects.equals(before.get(member), after.get(member))) {
                changed.add(new AuditEntry.Change(member, before.get(member), after.get(member)));
            }
        }
        auditTrail.append(new AuditEntry(clock.instant(), actor, event, LOGGED_AS, Long.toString(id), changed));
    }

    private static RequestRejectedException notFound() {
        return RequestRejectedException.notFound("There is no such view.");
    }

    private static RequestRejectedException nameTaken(String name) {
        return RequestRejectedException.conflict(
                "unique",
                "Another view of you has this name.",
                List.of(Violation.at(
                        "name",
                        "unique",
                        Message.of("Another view is called {name}.").with("name", name))));
    }
}
