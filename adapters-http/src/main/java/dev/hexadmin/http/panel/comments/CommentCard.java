package dev.hexadmin.http.panel.comments;

import dev.hexadmin.application.comments.DiscussingRecords;
import dev.hexadmin.application.comments.DiscussingRecords.Threads;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.http.panel.comments.CommentList.RejectedForm;
import dev.hexadmin.http.panel.comments.CommentList.Target;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.panel.records.RecordComments;
import dev.hexadmin.http.templates.parts.Jtecomments_cardGenerated;
import gg.jte.Content;
import java.util.Optional;
import java.util.OptionalLong;

/** The latest comments on a record beside its values. Thread-safe. */
public final class CommentCard implements RecordComments {
    /** Threads that the page of a record shows. */
    static final int SHOWN = 5;

    private final Panel panel;
    private final DiscussingRecords discussing;

    public CommentCard(Panel panel, DiscussingRecords discussing) {
        this.panel = panel;
        this.discussing = discussing;
    }

    /** The part of an address that names a comment in a page. */
    static String anchor(long comment) {
        return "#comment-" + comment;
    }

    /** The path of a comment below that of its record; it leads to the page that shows the comment. */
    public static String path(long comment) {
        return "/comments/" + comment;
    }

    /** A model that is served without being registered has no comments: nothing would delete them with its records. */
    @Override
    public boolean of(Model model) {
        return model.definition().comments()
                && panel.models().model(model.name()).filter(model::equals).isPresent();
    }

    @Override
    public Content latest(Actor.SignedIn actor, Model model, RecordKey key, String here, String csrfToken) {
        Threads threads = discussing.threads(actor, model, key.encoded(), OptionalLong.empty(), SHOWN);
        return Panel.content(
                Jtecomments_cardGenerated::render,
                list(
                        threads,
                        new Target(panel.places().record(model, key, "comments"), here, csrfToken),
                        Optional.empty()));
    }

    static CommentList list(Threads threads, Target target, Optional<RejectedForm> rejected) {
        return new CommentList(
                target,
                threads.threads().stream()
                        .map(thread -> CommentList.view(thread, DiscussingRecords.MOST_REPLIES))
                        .toList(),
                threads.written(),
                threads.mentioned(),
                rejected);
    }
}
