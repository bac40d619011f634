package dev.hexadmin.http.panel.history;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.history.ReviewingChanges.Difference;
import dev.hexadmin.application.history.ReviewingChanges.Entry;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Naming;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.fields.Formats;
import dev.hexadmin.http.panel.frame.PanelUrls;
import dev.hexadmin.http.panel.records.ReturnAddress;
import gg.jte.Content;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * An entry of the audit log as pages show it.
 *
 * @param revert the page for taking it back, or {@code ""}
 */
public record AuditEntry(
        long id,
        EntryTime at,
        EntryOrigin origin,
        EntryEvent event,
        EntryRecord record,
        EntryChanges changes,
        String revert) {
    private static final int SUMMED_UP = 4;

    /** A time for machines and for people. */
    public record EntryTime(String exact, String text) {}

    /** Who made the change, from which address, in which request. */
    public record EntryOrigin(String actor, String address, String requestId) {}

    /**
     * The event in words.
     *
     * @param name such as {@code create}
     * @param tone the class of its badge
     */
    public record EntryEvent(String name, String text, String tone) {}

    /**
     * The record that was changed.
     *
     * @param model its label, or its name where it is not known any more
     * @param name of the record, or its id
     * @param href the record's page, or {@code ""}
     * @param history the page of the record's history, or {@code ""}
     */
    public record EntryRecord(String model, String name, String href, String history) {}

    /**
     * The changes.
     *
     * @param summary the names of the fields that an update changed
     * @param complete whether no field was left out
     */
    public record EntryChanges(String summary, List<FieldChange> fields, boolean complete) {}

    /** The change of a field. */
    public record FieldChange(String label, Cell before, Cell after) {}

    /** The entry, with the places that it leads to. */
    public static AuditEntry of(Entry entry, PanelUrls places) {
        return of(entry, places, ReturnAddress.read(Map.of()));
    }

    /** @param back what the page of the history leads back to */
    static AuditEntry of(Entry entry, PanelUrls places, ReturnAddress back) {
        Optional<Model> model = entry.target()
                .model()
                .filter(known -> known.definition().exposure().html());
        Optional<RecordKey> key =
                model.flatMap(known -> RecordKey.parse(known, entry.target().recordId()));
        String history = key
                // that of a deleted record is open to all who may view the log
                .filter(one -> entry.target().viewable() || entry.event().equals("delete"))
                .map(one -> places.record(model.get(), one, "history"))
                .orElse("");
        return new AuditEntry(
                entry.id(),
                new EntryTime(entry.at().toString(), when(entry.at())),
                new EntryOrigin(
                        LoggedNames.actor(entry.author()),
                        entry.author().address(),
                        entry.author().requestId()),
                new EntryEvent(entry.event(), event(entry.event()), tone(entry.event())),
                new EntryRecord(
                        LoggedNames.model(entry.target()),
                        entry.target().recordName().orElse(entry.target().recordId()),
                        entry.target().recordName().isPresent() && key.isPresent()
                                ? places.record(model.get(), key.get())
                                : "",
                        history),
                new EntryChanges(
                        entry.event().equals("update") ? summary(entry) : "", changes(entry, places), entry.complete()),
                entry.revertible() && !history.isEmpty() ? back.added(history + "/" + entry.id()) : "");
    }

    /**
     * Who did what, for {@link dev.hexadmin.http.texts.Markup}.
     *
     * @param shown the record
     */
    public Message sentence(Content shown) {
        Message sentence = switch (event.name()) {
            case "create" -> Message.of("<strong>{user}</strong> created {record}");
            case "update" -> Message.of("<strong>{user}</strong> changed {record}");
            case "delete" -> Message.of("<strong>{user}</strong> deleted {record}");
            default -> Message.of("<strong>{user}</strong>: {event} {record}").with("event", event.text());
        };
        return sentence.with("user", origin.actor()).with("record", shown);
    }

    /** A moment for people. */
    public static String when(Instant at) {
        return Formats.moment(at);
    }

    /** An event in words. */
    public static String event(String word) {
        return switch (word) {
            case "create" -> text("Created");
            case "update" -> text("Changed");
            case "delete" -> text("Deleted");
            case "sign_in" -> text("Sign in");
            case "sign_in_failed" -> text("Sign in failed");
            case "sign_out" -> text("Sign out");
            case "password_change" -> text("Password change");
            case "refresh_token_reuse" -> text("Refresh token reuse");
            case "identity_linked" -> text("Identity linked");
            case "comment_create" -> text("Comment written");
            case "comment_update" -> text("Comment edited");
            case "comment_delete" -> text("Comment deleted");
            // an action of a program
            default -> Naming.label(word.startsWith("action:") ? word.substring("action:".length()) : word);
        };
    }

    private static String tone(String word) {
        return switch (word) {
            case "create" -> "good";
            case "update" -> "accent";
            case "delete" -> "bad";
            default -> word.endsWith("_failed") || word.endsWith("_reuse") ? "warn" : "";
        };
    }

    private static String summary(Entry entry) {
        List<Difference> differences = entry.differences();
        String first = differences.stream()
                .limit(SUMMED_UP)
                .map(one -> LoggedNames.field(entry.target(), one))
                .collect(Collectors.joining(", "));
        return differences.size() <= SUMMED_UP
                ? first
                : text("{fields} and {count} more", "fields", first, "count", differences.size() - SUMMED_UP);
    }

    private static List<FieldChange> changes(Entry entry, PanelUrls places) {
        return entry.differences().stream()
                .map(one -> {
                    LinePairs lines = LinePairs.of(one.before(), one.after());
                    return new FieldChange(
                            LoggedNames.field(entry.target(), one),
                            Cell.of(one.before(), lines.before(), places),
                            Cell.of(one.after(), lines.after(), places));
                })
                .toList();
    }
}
