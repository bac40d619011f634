package dev.hexadmin.http.fields;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The views of all types of fields. */
public final class FieldViews {
    private static final Map<FieldType, FieldView> VIEWS = table(List.of(
            Map.entry(FieldType.STRING, new TextViews.OfString()),
            Map.entry(FieldType.TEXT, new TextViews.OfText()),
            Map.entry(FieldType.EMAIL, new TextViews.OfEmail()),
            Map.entry(FieldType.URL, new TextViews.OfUrl()),
            Map.entry(FieldType.INTEGER, new NumberViews.OfInteger()),
            Map.entry(FieldType.DECIMAL, new NumberViews.OfDecimal()),
            Map.entry(FieldType.FLOAT, new NumberViews.OfFloat()),
            Map.entry(FieldType.DATE, new MomentViews.OfDate()),
            Map.entry(FieldType.TIME, new MomentViews.OfTime()),
            Map.entry(FieldType.DATETIME, new MomentViews.OfDateTime()),
            Map.entry(FieldType.DURATION, new MomentViews.OfDuration()),
            Map.entry(FieldType.BOOLEAN, new ChoiceViews.OfBoolean()),
            Map.entry(FieldType.ENUM, new ChoiceViews.OfEnum()),
            Map.entry(FieldType.COLOUR, new TextViews.OfColour()),
            Map.entry(FieldType.MARKDOWN, new TextViews.OfMarkdown()),
            Map.entry(FieldType.CODE, new TextViews.OfCode()),
            Map.entry(FieldType.JSON, new DocumentViews.OfJson()),
            Map.entry(FieldType.LIST, new ListView()),
            Map.entry(FieldType.FILE, new FileView()),
            Map.entry(FieldType.IMAGE, new FileView()),
            Map.entry(FieldType.BINARY, new DocumentViews.OfBinary()),
            Map.entry(FieldType.UUID, new TextViews.OfUuid()),
            Map.entry(FieldType.REFERENCE, new RelationViews.OfReference()),
            Map.entry(FieldType.REFERENCES, new RelationViews.OfReferences())));

    private FieldViews() {}

    private static Map<FieldType, FieldView> table(List<Map.Entry<FieldType, ? extends FieldView>> entries) {
        Map<FieldType, FieldView> table = new EnumMap<>(FieldType.class);
        for (Map.Entry<FieldType, ? extends FieldView> entry : entries) {
            if (table.put(entry.getKey(), entry.getValue()) != null) {
                throw new IllegalStateException("two views of " + entry.getKey());
            }
        }
        for (FieldType type : FieldType.values()) {
            Objects.requireNonNull(table.get(type), () -> "no view of " + type);
        }
        return table;
    }

    /** The view of a field's values. */
    public static FieldView of(FieldDefinition field) {
        return of(field.type());
    }

    /** The view of values of a type. */
    public static FieldView of(FieldType type) {
        return Objects.requireNonNull(VIEWS.get(type));
    }
}
