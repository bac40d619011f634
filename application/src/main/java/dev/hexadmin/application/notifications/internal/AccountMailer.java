package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.identity.port.AccountMail;
import dev.hexadmin.application.notifications.MailBrand;
import dev.hexadmin.application.notifications.internal.Composer.Composed;
import dev.hexadmin.application.notifications.internal.Composer.Handling;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.text.Texts;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Content;
import dev.hexadmin.domain.text.Language;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes mails about accounts into the outbox. Thread-safe. */
final class AccountMailer implements AccountMail {
    private final DeliveryPlanner planner;
    private final Deliveries deliveries;
    private final RegisteredProviders providers;
    private final Channel inbox;
    private final Texts texts;
    private final MailBrand brand;
    private final UnitOfWork work;
    private final InstantSource clock;

    AccountMailer(
            DeliveryPlanner planner,
            Deliveries deliveries,
            RegisteredProviders providers,
            Channel inbox,
            Texts texts,
            MailBrand brand,
            UnitOfWork work,
            InstantSource clock) {
        this.planner = planner;
        this.deliveries = deliveries;
        this.providers = providers;
        this.inbox = inbox;
        this.texts = texts;
        this.brand = brand;
        this.work = work;
        this.clock = clock;
    }

    @Override
    public boolean available() {
        return !providers.of(Channel.EMAIL).isEmpty();
    }

    @Override
    public void send(Letter letter) {
        List<Channel> channels = new ArrayList<>();
        if (available()) {
            channels.add(Channel.EMAIL);
        }
        if (letter.kind() != Kind.LINK && letter.user().isPresent()) {
            channels.add(inbox);
        }
        if (channels.isEmpty()) {
            return;
        }
        Composed composed = new Composed(
                "",
                letter.user()
                        .map(Addressee::of)
                        .orElseGet(() -> new Addressee(letter.to().value())),
                channels,
                true,
                Map.of("email", letter.to().value()),
                content(letter.language(), letter.wording()),
                Optional.empty(),
                handling(letter.kind()));
        work.write(
                scope -> { // joins the running one
                    scope.afterCommit(deliveries::wake);
                    return planner.write(
                            scope,
                            planner.plan(List.of(composed)),
                            Optional.empty(),
                            Optional.empty(),
                            clock.instant());
                });
    }

    private static Handling handling(Kind kind) {
        return switch (kind) {
            case LINK -> Handling.SECRET;
            case ALERT -> Handling.ALWAYS;
            case NOTICE -> Handling.USUAL;
        };
    }

    private Content content(Language language, Wording wording) {
        MailBody body = new MailBody(language, brand);
        wording.paragraphs().forEach(paragraph -> body.paragraph(texts.in(language, paragraph)));
        wording.link().ifPresent(link -> body.link(texts.in(language, link.label()), link.address()));
        wording.notes().forEach(note -> body.paragraph(texts.in(language, note)));
        return body.content(texts.in(language, wording.subject()));
    }
}
