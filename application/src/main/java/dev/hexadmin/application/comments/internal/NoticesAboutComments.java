package dev.hexadmin.application.comments.internal;

import dev.hexadmin.application.comments.CommentsAssembly.Links;
import dev.hexadmin.application.comments.internal.MentionedUsers.Viewer;
import dev.hexadmin.application.comments.port.CommentNotices;
import dev.hexadmin.application.comments.port.CommentNotices.Notice;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.comments.Comment;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.domain.text.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Words the notifications about a comment, and adds them to the running unit of work. Thread-safe. */
public final class NoticesAboutComments {
    private static final int LONGEST_NAME = 80;

    private final CommentNotices notices;
    private final Records records;
    private final Links links;

    public NoticesAboutComments(CommentNotices notices, Records records, Links links) {
        this.notices = notices;
        this.records = records;
        this.links = links;
    }

    /**
     * Notifies users.
     *
     * @param author the name of the author
     * @param mentioned users whom the text mentions
     * @param others users who have written in the thread
     */
    void send(Comment comment, Model model, RecordKey key, String author, List<Viewer> mentioned, List<Viewer> others) {
        if (mentioned.isEmpty() && others.isEmpty()) {
            return;
        }
        String name = records.load(model, List.of(key), Condition.always()).stream()
                .findFirst()
                .map(StoredRecord::label)
                .orElse("");
        Optional<String> link = links.of(model, key, comment.id());
        List<Notice> all = new ArrayList<>();
        mentioned.forEach(viewer -> all.add(notice(viewer, true, author, comment, model, key, name, link)));
        others.forEach(viewer -> all.add(notice(viewer, false, author, comment, model, key, name, link)));
        notices.send(all);
    }

    private static Notice notice(
            Viewer viewer,
            boolean mentioned,
            String author,
            Comment comment,
            Model model,
            RecordKey key,
            String name,
            Optional<String> link) {
        boolean named = !name.isEmpty()
                && model.display().fields().stream()
                        .allMatch(field -> viewer.actor().rights().allows(Action.VIEW, model, field));
        // neither a model's name nor an encoded key contains characters that JSON would escape
        JsonText data = new JsonText("{\"model\":\"" + model.name() + "\",\"id\":\"" + key.encoded() + "\",\"comment\":"
                + comment.id() + "}");
        Language language = viewer.user().locale().language().orElse(Language.ENGLISH);
        String label = model.definition().labels().one().in(language);
        String record = named ? name : key.label();
        return new Notice(
                viewer.user().id(),
                language,
                title(mentioned, startsWith(record, label))
                        .with("user", shortened(author))
                        .with("model", model.definition().labels().one())
                        .with("record", shortened(record)),
                beginning(comment.text(), CommentNotices.LONGEST_TEXT),
                link,
                data);
    }

    /** @param full whether the name of the record contains that of the model: "Order 7" */
    private static Message title(boolean mentioned, boolean full) {
        if (mentioned) {
            return full
                    ? Message.of("{user} mentioned you on {record}")
                    : Message.of("{user} mentioned you on {model} {record}");
        }
        return full ? Message.of("{user} replied on {record}") : Message.of("{user} replied on {model} {record}");
    }

    private static boolean startsWith(String name, String word) {
        return name.regionMatches(true, 0, word, 0, word.length());
    }

    private static String shortened(String name) {
        return beginning(name, LONGEST_NAME);
    }

    private static String beginning(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = most - 1;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
    }
}
