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

    CodeContext(CodeServices services, Actor actor, CodeRights rights) {
        this.services = services;
        this.actor = actor;
        this.rights = rights;
    }

    /**
     * Checks that the code may change something now.
     *
     * @throws IllegalStateException when it may not
     */
    abstract void requireEffects();

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
        return new CodeRecords(services, actor, rights, this::requireEffects);
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
        requireEffects();
        return services.notifier();
    }

    @Override
    public final void afterCommit(Runnable action) {
        requireEffects();
        services.work()
                .write(
                        scope -> { // joins the running one
                            scope.afterCommit(action);
                            return action;
                        });
    }
}
