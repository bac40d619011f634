package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.comments.port.CommentNotices;
import dev.hexadmin.application.notifications.MailBrand;
import dev.hexadmin.application.notifications.NotificationsSettings;
import dev.hexadmin.application.notifications.internal.Composer.Composed;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.text.Texts;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.domain.text.Message;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Writes notifications about comments to the inbox and the default channels. Thread-safe. */
final class CommentNotifier implements CommentNotices {
    private final DeliveryPlanner planner;
    private final Deliveries deliveries;
    private final List<Channel> channels;
    private final Texts texts;
    private final MailBrand brand;
    private final UnitOfWork work;
    private final InstantSource clock;

    CommentNotifier(
            DeliveryPlanner planner,
            Deliveries deliveries,
            NotificationsSettings settings,
            Texts texts,
            MailBrand brand,
            UnitOfWork work,
            InstantSource clock) {
        this.planner = planner;
        this.deliveries = deliveries;
        this.channels = Stream.concat(Stream.of(settings.channels().inbox()), settings.defaultChannels().stream())
                .distinct()
                .toList();
        this.texts = texts;
        this.brand = brand;
        this.work = work;
        this.clock = clock;
    }

    @Override
    public void send(List<Notice> notices) {
        List<Composed> composed = notices.stream().map(this::composed).toList();
        work.write(
                scope -> { // joins the running one
                    scope.afterCommit(deliveries::wake);
                    return planner.write(
                            scope, planner.plan(composed), Optional.empty(), Optional.empty(), clock.instant());
                });
    }

    private Composed composed(Notice notice) {
        Language language = notice.language();
        String title = texts.in(language, notice.title());
        MailBody mail = new MailBody(language, brand).paragraph(title).quotation(notice.text());
        notice.link().ifPresent(address -> mail.link(texts.in(language, Message.of("Show the comment")), address));
        return new Composed(
                "",
                Addressee.of(notice.to()),
                channels,
                false,
                Map.of(),
                mail.content(title, notice.text()),
                Optional.of(notice.data()),
                Composer.Handling.USUAL);
    }
}
