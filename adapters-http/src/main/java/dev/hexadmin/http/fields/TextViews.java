package dev.hexadmin.http.fields;

import static dev.hexadmin.http.fields.SchemaKeywords.also;
import static dev.hexadmin.http.fields.SchemaKeywords.not;
import static dev.hexadmin.http.fields.SchemaKeywords.type;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.text.VisibleText;
import java.util.regex.Pattern;

/** Views of text. */
final class TextViews {
    // What java.util.regex knows and ECMA-262 does not: such a pattern would mislead or stop a client's validator.
    private static final Pattern ONLY_JAVA =
            Pattern.compile("\\(\\?(?![:=!]|<[=!A-Za-z])|[*+?}]\\+|\\\\[AZzGQEhHRXeaxpP]|&&|\\[[^\\]]*\\[");

    private static final String URL =
            "[Hh][Tt][Tt][Pp][Ss]?://[^/?#\\s\"<>\\\\^`{|}]" + "([^\\s\"%<>\\\\^`{|}]|%[0-9A-Fa-f]{2})*";

    private TextViews() {}

    private static void text(ObjectNode schema, FieldDefinition field, boolean input, boolean nullable) {
        type(schema, "string", nullable);
        // records that are older than a rule may violate it: the schema of answers promises only the type
        if (!input) {
            return;
        }
        boolean needed = field.required() && !field.valueType().holdsItems();
        int least = Math.max(field.constraints().minLength().orElse(0), needed ? 1 : 0);
        if (least > 0) {
            schema.put("minLength", least);
        }
        field.constraints().maxLength().ifPresent(most -> schema.put("maxLength", most));
        field.constraints().pattern().ifPresent(pattern -> pattern(schema, pattern, false));
    }

    /** A form of texts that are not empty; where none may be, the length says so. */
    private static String orEmpty(String pattern) {
        return "^(" + pattern + ")?$";
    }

    private static void pattern(ObjectNode schema, Pattern pattern, boolean second) {
        boolean known =
                pattern.flags() == 0 && !ONLY_JAVA.matcher(pattern.pattern()).find();
        if (known && second) {
            also(schema, pattern.pattern());
        } else {
            schema.put(known ? "pattern" : "x-pattern", pattern.pattern());
        }
    }

    abstract static class View extends FieldView {
        @Override
        public Content cell(FieldDefinition field, Object value) {
            return Content.text("text", String.valueOf(value));
        }

        /** By the longest text: a number of an article, a name, a sentence. */
        @Override
        public int width(FieldDefinition field) {
            int longest = field.constraints().maxLength().orElse(100);
            return field.valueType().isLong() || longest > 160 ? 6 : longest > 32 ? 4 : 2;
        }

        @Override
        public FieldFilter filter(FieldDefinition field) {
            return new FieldFilter.Text("__icontains");
        }

        @Override
        public void schema(ObjectNode schema, FieldDefinition field, boolean input, boolean nullable) {
            text(schema, field, input, nullable);
            if (input) {
                not(schema, "\\x00");
                if (field.required() && field.valueType().isFreeText()) {
                    also(schema, VisibleText.PATTERN);
                }
            }
        }
    }

    static final class OfString extends View {
        /** A field of one line has no line breaks. */
        @Override
        public String formText(FieldDefinition field, String text) {
            return text.replace("\r", "").replace("\n", "");
        }
    }

    static final class OfText extends View {
        @Override
        public String widget(FieldDefinition field) {
            return "area";
        }
    }

    static final class OfMarkdown extends View {
        @Override
        public Content cell(FieldDefinition field, Object value) {
            String source = String.valueOf(value);
            return Content.text(Markdown.isShownAsText(source) ? "text" : "markdown", source);
        }

        @Override
        public Content listed(FieldDefinition field, Object value) {
            return Content.text("text", Markdown.plain(String.valueOf(value)));
        }

        @Override
        public boolean isMarkup() {
            return true;
        }

        @Override
        public String widget(FieldDefinition field) {
            return "markdown";
        }

        @Override
        public void schema(ObjectNode schema, FieldDefinition field, boolean input, boolean nullable) {
            super.schema(schema, field, input, nullable);
            schema.put("contentMediaType", "text/markdown");
        }
    }

    static final class OfCode extends View {
        @Override
        public Content cell(FieldDefinition field, Object value) {
            return Content.text("code", String.valueOf(value));
        }

        @Override
        public String widget(FieldDefinition field) {
            return "code";
        }

        @Override
        public void schema(ObjectNode schema, FieldDefinition field, boolean input, boolean nullable) {
            super.schema(schema, field, input, nullable);
            field.presentation().language().ifPresent(language -> schema.put("x-language", language));
        }
    }

    static final class OfColour extends View {
        @Override
        public int width(FieldDefinition field) {
            return 2;
        }

        @Override
        public Content cell(FieldDefinition field, Object value) {
            return Content.of("colour", String.valueOf(value));
        }

        @Override
        public String widget(FieldDefinition field) {
            return "colour";
        }

        @Override
        public FieldFilter filter(FieldDefinition field) {
            return new FieldFilter.Text("");
        }

        @Override
        public int longest(FieldDefinition field) {
            return 7;
        }

        @Override
        public void schema(ObjectNode schema, FieldDefinition field, boolean input, boolean nullable) {
            type(schema, "string", nullable);
            schema.put("format", "color");
            if (input) {
                schema.put("pattern", "^#[0-9a-fA-F]{6}$");
                field.constraints().pattern().ifPresent(pattern -> pattern(schema, pattern, true));
            }
        }
    }

    static final class OfEmail extends View {
        @Override
        public int width(FieldDefinition field) {
            return 3;
        }

        @Override
        public Content cell(FieldDefinition field, Object value) {
            return Content.link(String.valueOf(value), "mailto:" + value);
        }

        @Override
        public String keyboard(FieldDefinition field) {
            return "email";
        }

        @Override
        public void schema(ObjectNode schema, FieldDefinition field, boolean input, boolean nullable) {
            text(schema, field, input, nullable);
            schema.put("x-type", "email"); // no format: it has no empty text
            if (!input) {
                return;
            }
            schema.put(
                    "maxLength",
                    Math.min(
                            FieldInput.MAX_EMAIL_LENGTH,
                            field.constraints().maxLength().orElse(FieldInput.MAX_EMAIL_LENGTH)));
            also(schema, orEmpty(FieldInput.EMAIL_PATTERN));
        }
    }

    static final class OfUrl extends View {
        @Override
        public int width(FieldDefinition field) {
            return 3;
        }

        @Override
        public Content cell(FieldDefinition field, Object value) {
            return Content.link(String.valueOf(value), String.valueOf(value));
        }

        @Override
        public String keyboard(FieldDefinition field) {
            return "url";
        }

        @Override
        public void schema(ObjectNode schema, FieldDefinition field, boolean input, boolean nullable) {
            text(schema, field, input, nullable);
            schema.put(
                    "x-type", "url"); // no format: a "uri" has no characters beyond ASCII, an "iri" few validators know
            if (input) {
                also(schema, orEmpty(URL));
            }
        }
    }

    static final class OfUuid extends FieldView {
        @Override
        public Content cell(FieldDefinition field, Object value) {
            return Content.text("code", String.valueOf(value));
        }

        /** A UUID has 36 characters. */
        @Override
        public int width(FieldDefinition field) {
            return 4;
        }

        @Override
        public FieldFilter filter(FieldDefinition field) {
            return new FieldFilter.Text("");
        }

        @Override
        public void schema(ObjectNode schema, FieldDefinition field, boolean input, boolean nullable) {
            type(schema, "string", nullable);
            schema.put("format", "uuid");
        }
    }
}
