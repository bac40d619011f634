package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.records.CodeRights;
import dev.hexadmin.application.records.Notifier;
import dev.hexadmin.application.records.RecordContext;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import java.util.ArrayList;
import java.util.List;

/** What every context of code does in the same way. Used by one thread. */
abstract class CodeContext implements RecordContext {
    private final CodeServices services;
    private final Actor actor;
    private final CodeRights rights;
    private final List<Violation> rejections = new ArrayList<>();
    /** Whether the unit of work to which its changes belong goes on. */
    private volatile boolean joined;

    CodeContext(CodeServices services, Actor actor, CodeRights rights) {
        this.services = services;
        this.actor = actor;
        this.rights = rights;
    }

    /** Its changes belong to the running unit of work until that is committed; without one, each is its own. */
    final void join() {
        if (services.work().running()) {
            joined = true;
            afterThisWork(() -> joined = false);
        }
    }

    private void afterThisWork(Runnable action) {
        services.work()
                .write(
                        scope -> { // joins the running one
                            scope.afterCommit(action);
                            return action;
                        });
    }

    /**
     * Checks that the code may change something now.
     *
     * @throws IllegalStateException when it may not
     */
    abstract void requireEffects();

    /**
     * Checks that the code may change something now, and on this thread: changes of another thread would not belong to the
     * transaction, and on an embedded database they would wait for it.
     */
    private void requireChange() {
        if (joined && !services.work().running()) {
            throw new IllegalStateException(
                    "records are changed on another thread than that of the running transaction:"
                            + " change them on its own thread, or start other threads in afterCommit");
        }
        requireEffects();
    }

    /** The pointer to what the code calls a field. */
    abstract String pointer(String field);

    final CodeServices services() {
        return services;
    }

    /** The rejections so far. */
    final List<Violation> rejections() {
        return List.copyOf(rejections);
    }

    final void add(List<Violation> violations) {
        rejections.addAll(violations);
    }

    @Override
    public final Actor actor() {
        return actor;
    }

    @Override
    public final CodeRecords records() {
        return new CodeRecords(services, actor, rights, this::requireChange);
    }

    @Override
    public final void lock(String name) {
        if (services.work().running()) {
            services.locks().lock(name);
        }
    }

    @Override
    public final void reject(String field, String code, String message) {
        reject(field, code, Message.of(message));
    }

    @Override
    public final void reject(String field, String code, Message message) {
        rejections.add(new Violation(field.isEmpty() ? "" : pointer(field), code, message));
    }

    @Override
    public final Notifier notifications() {
        requireChange();
        return services.notifier();
    }

    @Override
    public final void afterCommit(Runnable action) {
        requireChange();
        afterThisWork(action);
    }
}
