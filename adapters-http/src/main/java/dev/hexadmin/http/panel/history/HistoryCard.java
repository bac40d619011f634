package dev.hexadmin.http.panel.history;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.history.ReviewingChanges;
import dev.hexadmin.application.history.ReviewingChanges.Difference;
import dev.hexadmin.application.history.ReviewingChanges.Entry;
import dev.hexadmin.application.history.ReviewingChanges.History;
import dev.hexadmin.application.history.ReviewingChanges.Shown;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.panel.frame.PanelUrls;
import dev.hexadmin.http.panel.history.AuditEntry.EntryTime;
import dev.hexadmin.http.panel.history.AuditEntry.FieldChange;
import dev.hexadmin.http.panel.records.ListOrigin;
import dev.hexadmin.http.panel.records.RecordHistory;
import dev.hexadmin.http.panel.records.ReturnAddress;
import dev.hexadmin.http.templates.parts.Jtehistory_cardGenerated;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The latest changes of a record beside its values. Thread-safe. */
public final class HistoryCard implements RecordHistory {
    /** Entries that are read: the steps of a record may be older than what is shown. */
    private static final int READ = 50;

    private static final int SHOWN = 8;
    private static final int MOST_FIELDS = 3;

    private final PanelUrls places;
    private final ReviewingChanges reviewing;

    public HistoryCard(PanelUrls places, ReviewingChanges reviewing) {
        this.places = places;
        this.reviewing = reviewing;
    }

    /**
     * The latest changes.
     *
     * @param all the text of the link to all of them; {@code ""} without any
     */
    public record Latest(String all, String href, List<Line> lines) {}

    /**
     * A change.
     *
     * @param icon a name of {@link dev.hexadmin.http.panel.frame.Icons}
     * @param hue the class of its mark, or {@code ""}
     * @param said who did what, for {@link dev.hexadmin.http.texts.Markup}
     * @param fields the first ones
     * @param more number of others
     */
    public record Line(String icon, String hue, Message said, List<FieldChange> fields, int more, EntryTime at) {}

    @Override
    public LatestChanges latest(
            Actor actor, Model model, RecordKey key, Optional<FieldDefinition> steps, ListOrigin origin) {
        History history = reviewing.history(actor, model, key.encoded(), OptionalLong.empty(), READ);
        List<Entry> entries = history.page().entries();
        List<Entry> changes = entries.stream()
                .filter(entry -> !entry.event().startsWith("comment_")) // they are beside it
                .toList();
        boolean more = history.page().next().isPresent() || changes.size() < entries.size();
        Latest latest = new Latest(
                changes.isEmpty()
                        ? ""
                        : more
                                ? text("All changes")
                                : text(
                                        "{count, plural, one {All # change} other {All # changes}}",
                                        "count",
                                        changes.size()),
                new ReturnAddress("", origin).added(places.record(model, key, "history")),
                changes.stream().limit(SHOWN).map(this::line).toList());
        return new LatestChanges(
                Panel.content(Jtehistory_cardGenerated::render, latest),
                steps.map(field -> reached(entries, field)).orElse(Map.of()));
    }

    private static Map<String, Instant> reached(List<Entry> entries, FieldDefinition field) {
        Map<String, Instant> reached = new HashMap<>();
        for (Entry entry : entries) {
            for (Difference one : entry.differences()) {
                if (one.field().equals(field.name())
                        && one.after() instanceof Shown.Value(Model model, FieldDefinition of, Object value)) {
                    reached.putIfAbsent(FieldText.write(value), entry.at());
                }
            }
        }
        return reached;
    }

    private Line line(Entry entry) {
        AuditEntry shown = AuditEntry.of(entry, places);
        boolean update = entry.event().equals("update");
        List<FieldChange> fields = update ? shown.changes().fields() : List.of();
        return new Line(
                switch (entry.event()) {
                    case "create" -> "plus";
                    case "update" -> "edit";
                    case "delete" -> "trash";
                    default -> "bolt";
                },
                switch (entry.event()) {
                    case "create" -> "green";
                    case "update" -> "blue";
                    case "delete" -> "red";
                    default -> "violet";
                },
                said(shown, fields.size()).with("user", shown.origin().actor()),
                fields.stream().limit(MOST_FIELDS).toList(),
                Math.max(0, fields.size() - MOST_FIELDS),
                shown.at());
    }

    private static Message said(AuditEntry entry, int fields) {
        return switch (entry.event().name()) {
            case "create" -> Message.of("<strong><bdi>{user}</bdi></strong> created the record");
            case "delete" -> Message.of("<strong><bdi>{user}</bdi></strong> deleted the record");
            case "update" ->
                Message.of("<strong><bdi>{user}</bdi></strong> {count, plural, =0 {changed the record}"
                                + " =1 {changed a field} other {changed # fields}}")
                        .with("count", fields);
            default ->
                Message.of("<strong><bdi>{user}</bdi></strong> {event}")
                        .with("event", entry.event().text());
        };
    }
}
