package dev.hexadmin.http.fields;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.domain.models.FieldDefinition;

/** Views of keys of other records, which pages show by the names of these records. */
final class RelationViews {
    private RelationViews() {}

    abstract static class Relation extends FieldView {
        @Override
        public final Content cell(FieldDefinition field, Object value) {
            throw new IllegalArgumentException("a key is shown by the name of its record");
        }

        @Override
        public final FieldFilter filter(FieldDefinition field) {
            return new FieldFilter.Records();
        }

        @Override
        public final void schema(ObjectNode schema, FieldDefinition field, boolean input, boolean nullable) {
            throw new IllegalArgumentException("'" + field.name() + "' is described as the key that it leads to");
        }
    }

    static final class OfReference extends Relation {
        @Override
        public int width(FieldDefinition field) {
            return 3;
        }

        @Override
        public String widget(FieldDefinition field) {
            return "select";
        }
    }

    static final class OfReferences extends Relation {
        @Override
        public int width(FieldDefinition field) {
            return 6;
        }

        @Override
        public String widget(FieldDefinition field) {
            return "checks";
        }

        @Override
        public boolean isEditedInList() {
            return false;
        }
    }
}
