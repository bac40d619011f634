package dev.hexadmin.http.panel.records;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.panel.FieldWidget;
import dev.hexadmin.application.panel.FieldWidget.FieldControl;
import dev.hexadmin.application.panel.FieldWidget.FieldValue;
import dev.hexadmin.application.panel.FieldWidget.Place;
import dev.hexadmin.application.panel.Html;
import dev.hexadmin.application.panel.PanelExtensions;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.texts.Localized;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The markup that widgets of plugins make. A field whose widget fails is shown as without it, and the failure is logged. Thread-safe.
 */
public record FieldWidgets(PanelExtensions extensions) {
    private static final System.Logger LOG = System.getLogger(FieldWidgets.class.getName());

    /** The widget of a field; empty without one. */
    Optional<FieldWidget> of(FieldDefinition field) {
        return extensions.widget(field);
    }

    /** The markup of a value; empty when the widget fails. */
    static Optional<Html> shown(FieldWidget widget, FieldDefinition field, Object value, boolean whole) {
        return made(
                widget,
                () -> widget.shows()
                        .show(new FieldValue(
                                value,
                                text(field.labels()),
                                whole ? Place.DETAIL : Place.LIST,
                                Localized.current().language())));
    }

    /** The control of a field; empty when its widget has none, or fails. */
    Optional<Html> control(FieldDefinition field, String value, boolean required, boolean invalid) {
        return of(field)
                .flatMap(widget -> widget.edits()
                        .flatMap(edit -> made(
                                widget,
                                () -> edit.edit(new FieldControl(
                                        Form.nameOf(field.name()),
                                        value,
                                        text(field.labels()),
                                        "f-" + field.name() + "-label",
                                        required,
                                        invalid,
                                        Localized.current().language())))));
    }

    private static Optional<Html> made(FieldWidget widget, Supplier<Html> markup) {
        try {
            return Optional.of(markup.get());
        } catch (RuntimeException | LinkageError e) {
            LOG.log(System.Logger.Level.ERROR, "The field widget '" + widget.name() + "' failed", e);
            return Optional.empty();
        }
    }
}
