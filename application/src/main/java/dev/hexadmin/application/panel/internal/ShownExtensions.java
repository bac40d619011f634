package dev.hexadmin.application.panel.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.panel.DashboardCard;
import dev.hexadmin.application.panel.Html;
import dev.hexadmin.application.panel.PageAnswer;
import dev.hexadmin.application.panel.PanelExtensions;
import dev.hexadmin.application.panel.PanelExtensions.OfPlugin;
import dev.hexadmin.application.panel.PanelPage;
import dev.hexadmin.application.panel.RecordTab;
import dev.hexadmin.application.panel.Right;
import dev.hexadmin.application.panel.ShowingExtensions;
import dev.hexadmin.application.records.CodeOnRecords;
import dev.hexadmin.application.records.CodeRights;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.text.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Runs what plugins add with the rights of the user who sees it. */
public final class ShownExtensions implements ShowingExtensions {
    private final PanelExtensions extensions;
    private final ModelRegistry models;
    private final CodeOnRecords records;
    private final SlotRuns slots;

    /**
     * @param limit how long a page waits for its slots
     * @param nanoTime a clock that only moves forward
     */
    public ShownExtensions(
            PanelExtensions extensions,
            ModelRegistry models,
            CodeOnRecords records,
            Duration limit,
            LongSupplier nanoTime) {
        this.extensions = extensions;
        this.models = models;
        this.records = records;
        this.slots = new SlotRuns(limit, nanoTime);
    }

    private boolean allows(Actor actor, Right right) {
        return models.model(right.model())
                .filter(model -> actor.rights().allows(right.action(), model))
                .isPresent();
    }

    private void require(Actor actor, Right right) {
        if (!allows(actor, right)) {
            throw RequestRejectedException.missingRight(right.action(), right.model());
        }
    }

    // ---- pages

    @Override
    public List<PanelPage> pages(Actor actor) {
        return extensions.pages().stream()
                .map(OfPlugin::part)
                .filter(page -> allows(actor, page.right()))
                .toList();
    }

    @Override
    public Html open(Actor actor, PanelPage page, PageRequest request) {
        require(actor, page.right());
        return content(actor, page, request, List.of());
    }

    private Html content(Actor actor, PanelPage page, PageRequest request, List<Message> rejections) {
        return page.code().show(new PageContext(call(actor, false), request, rejections));
    }

    private CodeOnRecords.Call call(Actor actor, boolean writes) {
        return records.call(
                actor,
                CodeRights.CALLER,
                writes,
                field -> Violation.at(field, "", "").pointer());
    }

    @Override
    public Received send(Actor actor, PanelPage page, PageRequest request) {
        require(actor, page.right());
        PanelPage.FormCode code = page.receiving()
                .orElseThrow(() -> RequestRejectedException.notFound(Message.of("There is no such page.")));
        try {
            return new Received.Done(records.run(false, () -> {
                CodeOnRecords.Call call = call(actor, true);
                PageAnswer answer = code.receive(new PageContext(call, request, List.of()));
                call.refuseRejected();
                return answer;
            }));
        } catch (RequestRejectedException refused) {
            return switch (refused.category()) {
                case INVALID, CONFLICT, FORBIDDEN, NOT_FOUND, PRECONDITION_FAILED -> {
                    List<Message> why = messages(refused);
                    yield new Received.Rejected(why, content(actor, page, request, why));
                }
                case MALFORMED,
                        UNAUTHENTICATED,
                        PRECONDITION_REQUIRED,
                        TOO_LARGE,
                        UNSUPPORTED_TYPE,
                        TOO_MANY,
                        UNAVAILABLE -> throw refused;
            };
        }
    }

    private static List<Message> messages(RequestRejectedException refused) {
        List<Message> messages = new ArrayList<>(
                refused.violations().stream().map(Violation::text).distinct().toList());
        return messages.isEmpty() ? List.of(refused.text()) : messages;
    }

    // ---- slots

    @Override
    public List<Card> cards(Actor actor, Reader reader) {
        List<OfPlugin<DashboardCard>> seen = extensions.cards().stream()
                .filter(card -> allows(actor, card.part().right()))
                .toList();
        List<Optional<Html>> contents = slots.run(seen.stream()
                .map(card -> new SlotRuns.Slot(
                        "The card '" + card.part().title() + "' of the plugin '" + card.plugin() + "'",
                        () -> card.part().code().show(slot(actor, reader, Optional.empty()))))
                .toList());
        List<Card> cards = new ArrayList<>();
        for (int i = 0; i < seen.size(); i++) {
            cards.add(new Card(seen.get(i).part(), contents.get(i)));
        }
        return cards;
    }

    private SlotContext slot(Actor actor, Reader reader, Optional<StoredRecord> shown) {
        return new SlotContext(actor, records.access(actor, CodeRights.CALLER), reader, shown);
    }

    @Override
    public List<OfPlugin<RecordTab>> tabs(Actor actor, Model model) {
        return extensions.tabs().stream()
                .filter(tab -> tab.part().model().equals(model.name()))
                .filter(tab -> actor.rights().allows(tab.part().needs(), model))
                .toList();
    }

    @Override
    public Optional<Html> tab(Actor actor, OfPlugin<RecordTab> tab, Model model, RecordKey key, Reader reader) {
        require(actor, new Right(Action.VIEW, model.name()));
        require(actor, new Right(tab.part().needs(), model.name()));
        StoredRecord record =
                records.access(actor, CodeRights.CALLER).of(model.name()).get(key);
        return slots.run(List.of(new SlotRuns.Slot(
                        "The tab '" + tab.part().name() + "' of '" + model.name() + "' of the plugin '" + tab.plugin()
                                + "'",
                        () -> tab.part().code().show(slot(actor, reader, Optional.of(record))))))
                .getFirst();
    }
}
