package dev.hexadmin.http.panel.history;

import dev.hexadmin.application.history.ReviewingChanges.Link;
import dev.hexadmin.application.history.ReviewingChanges.Shown;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.http.panel.frame.PanelUrls;
import dev.hexadmin.http.texts.Localized;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One value as pages show it.
 *
 * @param kind {@code nothing}, {@code value}, {@code text}, {@code block}, {@code links}, {@code secret} or {@code hidden}
 * @param text of a text
 * @param lines of a block
 * @param links of links
 * @param value of a value, as everywhere else
 */
public record Cell(
        String kind,
        String text,
        List<Line> lines,
        List<Target> links,
        Optional<dev.hexadmin.http.panel.records.Cell> value) {

    /**
     * A line of a longer text.
     *
     * @param mark {@code del} or {@code ins} where it is on one side only, else {@code ""}
     */
    public record Line(String mark, String text) {}

    /**
     * A record that is pointed to.
     *
     * @param href its page, or {@code ""}
     */
    public record Target(String label, String href) {}

    /** @param lines of a block, marked */
    static Cell of(Shown shown, List<Line> lines, PanelUrls places) {
        return switch (shown) {
            case Shown.Nothing() -> bare("nothing");
            case Shown.Secret() -> bare("secret");
            case Shown.Hidden() -> bare("hidden");
            case Shown.Value(Model model, FieldDefinition field, Object value) ->
                new Cell(
                        "value",
                        "",
                        List.of(),
                        List.of(),
                        Optional.of(
                                dev.hexadmin.http.panel.records.Cell.of(places, model, field, value, true, Map.of())));
            case Shown.File(Model model, FieldDefinition field, String name, long size, Optional<FileReference> kept) ->
                new Cell(
                        "value",
                        "",
                        List.of(),
                        List.of(),
                        Optional.of(kept.map(file -> dev.hexadmin.http.panel.records.Cell.former(places, field, file))
                                .orElseGet(() -> dev.hexadmin.http.panel.records.Cell.file(name, size))));
            case Shown.Text(String text, boolean block)
            when block -> new Cell("block", text, lines, List.of(), Optional.empty());
            case Shown.Text(String text, boolean block) ->
                new Cell("text", text, List.of(), List.of(), Optional.empty());
            case Shown.Links(Model model, List<Link> links) ->
                new Cell(
                        "links",
                        "",
                        List.of(),
                        links.stream()
                                .map(link -> new Target(
                                        link.name()
                                                .orElse(Localized.text(model.definition()
                                                                .labels()
                                                                .one()) + " " + link.id()),
                                        link.name().isPresent()
                                                        && model.definition()
                                                                .exposure()
                                                                .html()
                                                ? RecordKey.parse(model, link.id())
                                                        .map(key -> places.record(model, key))
                                                        .orElse("")
                                                : ""))
                                .toList(),
                        Optional.empty());
        };
    }

    private static Cell bare(String kind) {
        return new Cell(kind, "", List.of(), List.of(), Optional.empty());
    }
}
