package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.access.AccessModels;
import dev.hexadmin.application.records.AuditVisibilities;
import dev.hexadmin.application.records.AuditVisibility;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.PlainSink;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites rows of the audit log for a reader: {@code changes} shows only the parts that the reader may see.
 * Thread-safe.
 */
public final class LogRows {
    private static final String MODEL = "model";
    private static final String CHANGES = "changes";

    private final AuditVisibilities sights;
    private final Shapes shapes;

    public LogRows(AuditVisibilities sights, Shapes shapes) {
        this.sights = sights;
        this.shapes = shapes;
    }

    private static boolean tells(Shape shape) {
        return ofLog(shape.model())
                && shape.fields().stream().anyMatch(field -> field.name().equals(CHANGES));
    }

    private static boolean ofLog(Model model) {
        return model.name().equals(AccessModels.AUDIT_LOG);
    }

    /** The fields of an expanded entry: without changes, since their visibility depends on the entry's model. */
    static Shape expandable(Shape visible) {
        return tells(visible)
                ? new Shape(
                        visible.model(),
                        visible.fields().stream()
                                .filter(field -> !field.name().equals(CHANGES))
                                .toList(),
                        visible.expanded())
                : visible;
    }

    /** The fields to read: the visibility of changes depends on the entry's model. */
    Shape read(Shape shown) {
        if (!tells(shown)
                || shown.fields().stream().anyMatch(field -> field.name().equals(MODEL))) {
            return shown;
        }
        List<FieldDefinition> fields = new ArrayList<>(shown.fields());
        fields.add(shown.model().fieldNamed(MODEL));
        return shapes.keep(new Shape(shown.model(), fields, shown.expanded()));
    }

    /**
     * A sink for the rows that are read.
     *
     * @param to receives the visible fields
     */
    RecordSink sink(Actor actor, Shape shown, RecordSink to) {
        return tells(shown) ? new Sink(actor, shown, to) : to;
    }

    private final class Sink implements PlainSink {
        private final Actor actor;
        private final RecordSink to;
        private final int shown;
        private final int model;
        private final int changes;
        private final Map<String, AuditVisibility> known = new HashMap<>();
        private String about = "";
        private @Nullable String held;

        Sink(Actor actor, Shape shown, RecordSink to) {
            List<String> names =
                    shown.fields().stream().map(FieldDefinition::name).toList();
            this.actor = actor;
            this.to = to;
            this.shown = names.size();
            this.model = names.contains(MODEL) ? names.indexOf(MODEL) : names.size();
            this.changes = names.indexOf(CHANGES);
        }

        @Override
        public void begin() {
            about = "";
            held = null;
            to.begin();
        }

        @Override
        public void end() {
            if (held != null) {
                to.json(
                        changes,
                        known.computeIfAbsent(about, name -> sights.of(actor, name))
                                .told(held));
            }
            to.end();
        }

        @Override
        public void none(int field) {
            if (field < shown) {
                to.none(field);
            }
        }

        @Override
        public void json(int field, String document) {
            take(field, new JsonText(document));
        }

        @Override
        public void take(int field, Object value) {
            if (field == changes) {
                held = value instanceof JsonText(String document) ? document : value.toString();
                return;
            }
            if (field == model) {
                about = value.toString();
            }
            if (field < shown) {
                to.value(field, value);
            }
        }
    }
}
