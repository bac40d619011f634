package dev.hexadmin.application.comments;

import dev.hexadmin.application.access.LiveRights;
import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.comments.internal.CommentHooks;
import dev.hexadmin.application.comments.internal.CommentService;
import dev.hexadmin.application.comments.internal.CommentsOfRecords;
import dev.hexadmin.application.comments.internal.MentionedUsers;
import dev.hexadmin.application.comments.internal.NoticesAboutComments;
import dev.hexadmin.application.comments.port.CommentNotices;
import dev.hexadmin.application.comments.port.Comments;
import dev.hexadmin.application.comments.port.NamedUsers;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.records.BrowsingRecords;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordKey;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Assembles the driving ports of comments.
 *
 * @param discussing reading and writing comments
 * @param recorded comments of deleted records
 * @param upkeep periodic jobs of every server
 */
public record CommentsAssembly(DiscussingRecords discussing, RecordedComments recorded, CommentsMaintenance upkeep) {

    /** Where comments and records are. */
    public record Storage(
            Comments comments, NamedUsers users, Records records, AuditTrail auditTrail, UnitOfWork work) {}

    /** The addresses of comments in mails. */
    @FunctionalInterface
    public interface Links {
        /** Empty when users reach no page of the record. */
        Optional<String> of(Model model, RecordKey key, long comment);
    }

    /** The hooks of a model whose records have comments. */
    public static RecordHooks hooks(Comments comments, InstantSource clock) {
        return new CommentHooks(comments, clock);
    }

    /**
     * Assembles the ports.
     *
     * @param browsing decides which records users may view
     */
    public static CommentsAssembly of(
            Storage storage,
            BrowsingRecords browsing,
            LiveRights rights,
            CommentNotices notices,
            Links links,
            InstantSource clock) {
        MentionedUsers users = new MentionedUsers(storage.users(), browsing, rights);
        CommentsOfRecords kept = new CommentsOfRecords(storage.comments(), storage.work(), clock);
        return new CommentsAssembly(
                new CommentService(
                        storage, browsing, users, new NoticesAboutComments(notices, storage.records(), links), clock),
                kept,
                kept);
    }
}
