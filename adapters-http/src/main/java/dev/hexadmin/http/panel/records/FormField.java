package dev.hexadmin.http.panel.records;

import dev.hexadmin.application.panel.Html;
import dev.hexadmin.http.fields.Formats;
import dev.hexadmin.http.server.request.Form;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A field of a form.
 *
 * @param name of the model's field
 * @param kind {@code line area markdown code json bytes list colour flag select picker checks date time moment
 *     secret file widget}
 */
public record FormField(
        String name,
        String label,
        String kind,
        boolean required,
        FieldMessages messages,
        FieldInput input,
        FieldChoices choices,
        Placement placement) {
    private static final Set<String> MULTILINE = Set.of("area", "markdown", "code", "json", "bytes", "list");

    private static final int HALF = 3;

    /** Boxes to tick that are all shown. */
    private static final int FEW_CHOICES = 8;

    /**
     * Where a field is in its group.
     *
     * @param width in columns of six
     * @param unmet whether the condition under which a form shows it does not hold
     */
    public record Placement(int width, boolean unmet) {}

    /**
     * The texts around a field; {@code ""}: none.
     *
     * @param optional whether its label says that it may be left empty
     */
    public record FieldMessages(String help, String error, boolean optional) {}

    /**
     * The content of a field.
     *
     * @param previous a digest of the content when the page was made: equal content is no change; {@code ""} for a new
     *     record
     * @param length characters at most, or 0
     * @param mode the keyboard of small devices: {@code text numeric decimal email url}
     * @param before a currency in front of the input, or {@code ""}
     * @param after a unit behind it, or {@code ""}
     * @param following whether the currency in front of it is that of another field of the form
     * @param file of a {@code file}
     */
    public record FieldInput(
            String value,
            String previous,
            int length,
            String mode,
            String before,
            String after,
            boolean following,
            Optional<FormFile> file) {
        FieldInput in(String sign) {
            return new FieldInput(value, previous, length, mode, sign, after, following, file);
        }

        public boolean joined() {
            return !before.isEmpty() || !after.isEmpty() || following;
        }
    }

    /**
     * What a field for files takes, and has.
     *
     * @param upload where a script uploads files
     * @param model the model that files are uploaded for
     * @param field its field
     * @param required whether the field cannot be without one
     * @param accept media types, separated by commas
     * @param most bytes at most
     * @param limits the same for users
     * @param chosen the file that it has
     */
    public record FormFile(
            String upload,
            String model,
            String field,
            boolean required,
            String accept,
            long most,
            String limits,
            Optional<ChosenFile> chosen) {}

    /**
     * A file that a field has.
     *
     * @param details its size
     * @param href opens the file
     * @param thumbnail the address of a smaller version of an image, or {@code ""}
     */
    public record ChosenFile(String name, String details, String href, String thumbnail) {}

    /**
     * The options of {@code select}, {@code picker} and {@code checks}, and what {@code list} suggests.
     *
     * @param href where records are searched while typing; {@code ""} when all are options
     * @param query the search text without a script
     * @param create where a new record to refer to is made; empty without the right
     * @param control the markup of {@code widget}
     */
    public record FieldChoices(
            List<SelectOption> options, String href, String query, Optional<NewRecord> create, Html control) {
        public FieldChoices {
            options = List.copyOf(options);
        }
    }

    /**
     * A link to the form for a new record.
     *
     * @param label of its model
     */
    public record NewRecord(String href, String label) {}

    /** A line whose text is rejected, of half the width of a form. */
    public static FormField rejected(String name, String label, String text, String error) {
        return new FormField(
                name,
                label,
                "line",
                false,
                new FieldMessages("", error, false),
                new FieldInput(text, "", 0, "text", "", "", false, Optional.empty()),
                new FieldChoices(List.of(), "", "", Optional.empty(), Html.NOTHING),
                new Placement(HALF, false));
    }

    /** The field, with records that are searched at this address. */
    public FormField searching(String href) {
        return new FormField(
                name,
                label,
                kind,
                required,
                messages,
                input,
                new FieldChoices(choices.options(), href, choices.query(), choices.create(), choices.control()),
                placement);
    }

    /**
     * The field, with the currency of the record in front of its input.
     *
     * @param currency a code of ISO 4217, or {@code ""}
     */
    FormField in(String currency) {
        return currency.isEmpty()
                ? this
                : new FormField(name, label, kind, required, messages, input.in(sign(currency)), choices, placement);
    }

    /** What stands in front of an input for an amount in a currency; {@code ""} without one. */
    static String sign(String currency) {
        return currency.isEmpty()
                ? ""
                : Formats.sign(currency).replace('\u00a0', ' ').strip();
    }

    /** The field, with whether the condition under which a form shows it does not hold. */
    FormField unmet(boolean unmet) {
        return new FormField(
                name, label, kind, required, messages, input, choices, new Placement(placement.width(), unmet));
    }

    /** The names of the fields that hold secrets, separated by commas. */
    public static String secrets(List<FormField> fields) {
        return fields.stream()
                .filter(field -> field.kind().equals("secret"))
                .map(FormField::inputName)
                .collect(Collectors.joining(","));
    }

    /** The fields with an error. */
    public static List<FormField> invalid(List<FormField> fields) {
        return fields.stream()
                .filter(field -> !field.messages().error().isEmpty())
                .toList();
    }

    /** Whether there are so many choices that a script shows the chosen ones only and finds others. */
    public boolean isMany() {
        return choices.options().size() > FEW_CHOICES || !choices.href().isEmpty();
    }

    /** Whether it is a text of several lines. */
    public boolean multiline() {
        return MULTILINE.contains(kind);
    }

    /** The name of the form's field. */
    public String inputName() {
        return Form.nameOf(name);
    }

    /** The element's id. */
    public String id() {
        return id(name);
    }

    /** The id of the element of a field. */
    static String id(String name) {
        return "f-" + name;
    }

    /** The id of the preview of the field. */
    public String previewId() {
        return previewId(name);
    }

    /** The id of the preview of a field. */
    static String previewId(String name) {
        return id(name) + "-preview";
    }

    /** The ids of the texts that describe the field; {@code ""} when there are none. */
    public String describedBy() {
        return ((input.joined() ? id() + "-unit " : "")
                        + (messages.help().isEmpty() ? "" : id() + "-help ")
                        + (messages.error().isEmpty() ? "" : id() + "-wrong"))
                .strip();
    }

    /** The direction of its text: {@code auto}, {@code ltr}, or that of the page, which is null. */
    public @Nullable String direction() {
        return direction(kind, input.mode());
    }

    /**
     * The direction of a text in an input.
     *
     * @param kind that of the field
     * @param mode the keyboard of small devices
     */
    public static @Nullable String direction(String kind, String mode) {
        return switch (kind) {
            case "line" -> mode.equals("text") ? "auto" : mode.equals("email") || mode.equals("url") ? "ltr" : null;
            case "area", "markdown", "list" -> "auto";
            case "colour", "code", "json", "bytes" -> "ltr";
            default -> null;
        };
    }
}
