package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.access.LiveRights;
import dev.hexadmin.application.access.RowPolicies;
import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.application.notifications.internal.Composer.Composed;
import dev.hexadmin.application.notifications.port.Addressees;
import dev.hexadmin.application.notifications.port.Addressees.Account;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.records.RecordChange;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.application.text.Texts;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.ChangeNotices;
import dev.hexadmin.domain.models.ChangeNotices.Change;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Content;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.domain.text.Message;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Notifies users of a changed record, in the transaction of the change: those named by the model's definition and by
 * its hooks, if they may view the record; never the user who made the change. For a delete this happens before it,
 * while the right to view the record can still be checked.
 */
final class ChangeNoticeHooks implements RecordHooks {
    private final RecordHooks own;
    private final Noticing noticing;
    private final Texts texts;

    /** The parts that all models share. */
    record Noticing(
            MessageChannels channels,
            DeliveryPlanner planner,
            Addressees addressees,
            Records records,
            RowPolicies policies,
            LiveRights rights,
            UnitOfWork work,
            InstantSource clock) {}

    /**
     * @param own the model's other hooks
     */
    ChangeNoticeHooks(RecordHooks own, Noticing noticing, Texts texts) {
        this.own = own;
        this.noticing = noticing;
        this.texts = texts;
    }

    @Override
    public boolean changesOthers() {
        return false;
    }

    @Override
    public void afterCreate(RecordChange change) {
        tell(change);
    }

    @Override
    public void afterUpdate(RecordChange change) {
        tell(change);
    }

    @Override
    public void onDelete(RecordChange change) {
        tell(change);
    }

    private void tell(RecordChange change) {
        StoredRecord record = change.stored();
        List<Composed> notices = new ArrayList<>();
        for (Account account : accounts(change)) {
            viewer(account, record)
                    .ifPresent(viewer -> notices.add(notice(viewer, language(account), change.kind(), record)));
        }
        if (!notices.isEmpty()) {
            noticing.work()
                    .write(scope -> noticing.planner() // joins the running one
                            .write(
                                    scope,
                                    noticing.planner().plan(notices),
                                    Optional.empty(),
                                    Optional.empty(),
                                    noticing.clock().instant()));
        }
    }

    private Collection<Account> accounts(RecordChange change) {
        Map<Long, Account> accounts = new TreeMap<>();
        ChangeNotices notices = change.model().definition().notices();
        if (notices.on().contains(change.kind())
                && (notices.superusers() || !notices.roles().isEmpty())) {
            noticing.addressees()
                    .accounts(notices.superusers(), notices.roles())
                    .forEach(each -> accounts.put(each.id().value(), each));
        }
        Collection<UserId> others = own.recipients(change);
        if (!others.isEmpty()) {
            noticing.addressees()
                    .accounts(others)
                    .forEach(each -> accounts.put(each.id().value(), each));
        }
        if (change.actor() instanceof Actor.SignedIn signedIn) {
            accounts.remove(signedIn.id().value());
        }
        return accounts.values();
    }

    private Optional<Actor.SignedIn> viewer(Account account, StoredRecord record) {
        Actor.SignedIn viewer = new Actor.SignedIn(
                account.id(), account.email(), noticing.rights().of(account.id()), Actor.Origin.LOCAL);
        Model model = record.model();
        if (!viewer.rights().allows(Action.VIEW, model)) {
            return Optional.empty();
        }
        Condition condition =
                noticing.policies().condition(viewer, model, Action.VIEW).and(own.rowPolicy(viewer));
        boolean views =
                condition.equals(Condition.always()) || noticing.records().matches(model, record.key(), condition);
        return views ? Optional.of(viewer) : Optional.empty();
    }

    private static Language language(Account account) {
        return account.language().orElse(Language.ENGLISH);
    }

    private Composed notice(Actor.SignedIn viewer, Language language, Change change, StoredRecord record) {
        Model model = record.model();
        Message title = switch (change) {
            case CREATE -> Message.of("{model} created");
            case UPDATE -> Message.of("{model} changed");
            case DELETE -> Message.of("{model} deleted");
        };
        boolean named = model.display().fields().stream()
                .allMatch(field -> viewer.rights().allows(Action.VIEW, model, field));
        String label = named ? record.label() : "";
        String key = record.key().encoded();
        // neither a model's name nor an encoded key contains characters that JSON would escape
        JsonText data = new JsonText(
                "{\"model\":\"" + model.name() + "\",\"id\":\"" + key + "\",\"change\":\"" + change.word() + "\"}");
        return new Composed(
                "",
                Addressee.of(viewer.id()),
                List.of(noticing.channels().inbox()),
                true,
                Map.of(),
                Content.of(
                        texts.in(
                                language,
                                title.with("model", model.definition().labels().one())),
                        label.isEmpty() ? key : label),
                Optional.of(data),
                Composer.Handling.USUAL);
    }
}
