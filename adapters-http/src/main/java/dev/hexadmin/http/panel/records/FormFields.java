package dev.hexadmin.http.panel.records;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.panel.Html;
import dev.hexadmin.application.search.SearchingRecords.Choice;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.FileRules;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.http.fields.FieldView;
import dev.hexadmin.http.fields.FieldViews;
import dev.hexadmin.http.fields.Formats;
import dev.hexadmin.http.files.FileAddresses;
import dev.hexadmin.http.files.FileSize;
import dev.hexadmin.http.panel.frame.PanelUrls;
import dev.hexadmin.http.panel.records.FormField.FieldChoices;
import dev.hexadmin.http.panel.records.FormField.FieldInput;
import dev.hexadmin.http.panel.records.FormField.FieldMessages;
import dev.hexadmin.http.panel.records.FormField.NewRecord;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.texts.Localized;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Between values and the fields of forms: what a field shows, and what was meant by what came back. Thread-safe.
 *
 * <p>A field that holds what it held when the page was made is left out of the change, so that a form never writes what its
 * user did not touch.
 */
public final class FormFields {
    /** Records that are all offered at once. */
    static final int FEW = 50;

    /** The prefix of a hidden field that holds the digest of a field. */
    public static final String WAS = "was.";

    /** What is before a field whose stored value is an empty text: it can be sent unchanged, also where a text is required. */
    private static final String EMPTY = digest(List.of(""));

    /** The prefix of a hidden field that says that the form has a field, because browsers do not send unticked boxes. */
    public static final String HAS = "has.";

    /** The prefix of a field that holds the search text for records to refer to. */
    public static final String FIND = "find.";

    private static final int DIGEST = 12;

    private final RecordServices services;

    public FormFields(RecordServices services) {
        this.services = services;
    }

    /**
     * Records to choose from.
     *
     * @param complete whether these are all records
     * @param address where more are searched
     */
    public record Choices(boolean complete, List<SelectOption> options, String address) {}

    /**
     * Records to choose from; the chosen ones come first unless all records are listed.
     *
     * @param chosen keys
     * @param typed the search text
     */
    public Choices choices(
            Actor.SignedIn actor,
            Model model,
            FieldDefinition field,
            List<String> chosen,
            String typed,
            boolean lookedFor) {
        Model target = model.target(field);
        List<Choice> found;
        try {
            found = services.searching().choices(actor, model, field.name(), typed, FEW + 1);
        } catch (RequestRejectedException refused) {
            if (refused.category() != RequestRejectedException.Category.FORBIDDEN
                    && refused.category() != RequestRejectedException.Category.INVALID) {
                throw refused;
            }
            found = List.of();
        } catch (ServiceUnavailableException unavailable) {
            if (unavailable.reason() != ServiceUnavailableException.Reason.MODEL_UNAVAILABLE) {
                throw unavailable;
            }
            found = List.of(); // the model of the page can be used all the same
        }
        boolean complete = !lookedFor && !found.isEmpty() && found.size() <= FEW;
        Map<String, SelectOption> options = new LinkedHashMap<>();
        Set<String> missing = new LinkedHashSet<>(chosen);
        found.forEach(one -> missing.remove(FieldText.write(one.key().values().getFirst())));
        labels(actor, target, missing).forEach((key, label) -> options.put(key, new SelectOption(key, label, true)));
        Set<String> names = new HashSet<>();
        Set<String> repeated = found.stream()
                .map(Choice::label)
                .filter(label -> !names.add(label))
                .collect(Collectors.toSet());
        for (Choice one : found) {
            String key = FieldText.write(one.key().values().getFirst());
            String label = one.label().isEmpty() ? key : one.label();
            options.put(
                    key,
                    new SelectOption(
                            key,
                            repeated.contains(one.label()) ? label + " · " + one.detail() : label,
                            chosen.contains(key)));
        }
        return new Choices(
                complete,
                List.copyOf(options.values()),
                services.panel().places().list(model) + "choices/" + field.name());
    }

    /** The same without reading what else can be chosen. */
    public Choices chosen(Actor.SignedIn actor, Model model, FieldDefinition field, List<String> chosen) {
        List<SelectOption> options = new ArrayList<>();
        labels(actor, model.target(field), chosen)
                .forEach((key, label) -> options.add(new SelectOption(key, label, true)));
        return new Choices(false, options, services.panel().places().list(model) + "choices/" + field.name());
    }

    /** The labels of the records with these keys; the key itself where the actor may not view the record. */
    public Map<String, String> labels(Actor actor, Model target, Collection<String> keys) {
        Map<String, String> labels = new LinkedHashMap<>();
        Map<String, RecordKey> parsed = new LinkedHashMap<>();
        for (String key : keys) {
            labels.put(key, key);
            FieldText.parse(target, target.key().getFirst(), key)
                    .ifPresent(one -> parsed.put(key, new RecordKey(List.of(one))));
        }
        if (!parsed.isEmpty()) {
            Map<RecordKey, String> known = services.searching()
                    .labels(actor, target, parsed.values().stream().limit(1_000).toList());
            parsed.forEach((key, record) -> {
                String label = known.getOrDefault(record, "");
                if (!label.isEmpty()) {
                    labels.put(key, label);
                }
            });
        }
        return labels;
    }

    /** The fields that the actor may write, in order. */
    public static List<FieldDefinition> fields(Actor actor, Model model, Action action) {
        return model.fields().stream()
                .filter(field -> action == Action.CREATE ? field.writableOnCreate() : field.writableOnUpdate())
                .filter(field -> actor.rights().allows(action, model, field))
                // what one may not see one cannot change in a form without overwriting it blindly
                .filter(field -> action == Action.CREATE
                        || field.writeOnly()
                        || actor.rights().allows(Action.VIEW, model, field))
                .toList();
    }

    /** Whether a copy of a record starts with the value of the field. */
    public static boolean isCopied(FieldDefinition field) {
        return !field.storage().unique() && !field.primaryKey() && !field.writeOnly();
    }

    /** What a new record starts with. */
    public static List<String> initial(FieldDefinition field) {
        return field.input()
                .defaultValue()
                .flatMap(value -> value instanceof DefaultValue.Constant(Object constant)
                        ? Optional.of(constant)
                        : Optional.empty())
                .map(value -> texts(field, value))
                .orElse(List.of());
    }

    /** What a form's field holds for a value: one text, several for many-to-many, none for null. */
    public static List<String> texts(FieldDefinition field, @Nullable Object value) {
        if (field.writeOnly()) {
            return List.of();
        }
        if (value == null) {
            // a switch that is off
            return FieldViews.of(field).widget(field).equals("flag") ? List.of("false") : List.of();
        }
        if (value instanceof List<?> many) {
            return many.stream().map(FieldText::write).toList();
        }
        return List.of(FieldViews.of(field).formText(field, FieldText.write(value)));
    }

    /** What came back for a field; empty when the form did not have it. */
    public static Optional<List<String>> sent(FieldDefinition field, Form form) {
        if (!form.has(field.name()) && !form.has(HAS + field.name())) {
            return Optional.empty();
        }
        List<String> texts = form.all(field.name()).stream()
                .filter(text -> !text.isEmpty())
                // browsers send line breaks as two characters
                .map(text -> text.replace("\r\n", "\n"))
                .toList();
        // a ticked box is sent together with the "false" of the unticked one
        return Optional.of(texts.size() > 1 && field.type() != FieldType.REFERENCES ? texts.subList(0, 1) : texts);
    }

    /** The body of a change: the fields of the form that do not hold what they held. */
    public static Map<String, @Nullable Object> body(
            List<FieldDefinition> fields, Model model, Form form, List<Violation> wrong) {
        return body(fields, model, form, Optional.empty(), wrong);
    }

    /** @param original the record that the new one is a copy of */
    static Map<String, @Nullable Object> body(
            List<FieldDefinition> fields,
            Model model,
            Form form,
            Optional<RecordSnapshot> original,
            List<Violation> wrong) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        for (FieldDefinition field : fields) {
            Optional<List<String>> sent = sent(field, form);
            if (sent.isEmpty() || !touched(field, form, sent.get())) {
                continue;
            }
            body.put(
                    field.name(),
                    original.flatMap(one -> copied(model, field, one, sent.get()))
                            .orElseGet(() -> typed(model, field, sent.get(), wrong)));
        }
        return body;
    }

    /**
     * The value of the original, where the form of a copy holds what it started with: a field of one line has no line breaks, and
     * one for a time has three digits after the point.
     */
    public static Optional<Object> copied(
            Model model, FieldDefinition field, RecordSnapshot original, List<String> sent) {
        @Nullable Object value = original.value(field);
        if (value == null
                || value instanceof List<?>
                || !isCopied(field)
                || !digest(texts(field, value)).equals(digest(sent))) {
            return Optional.empty();
        }
        if (value instanceof JsonText document) {
            return Optional.of(FieldViews.of(field).typed(field, document.text(), new ArrayList<>()));
        }
        FieldDefinition leaf =
                field.reference().isPresent() ? model.target(field).key().getFirst() : field;
        return Optional.of(
                leaf.type().isText() && value instanceof String
                        ? value
                        : FieldViews.of(leaf).imported(leaf, FieldText.write(value)));
    }

    /** Whether the user changed the field, and did not choose the stored value instead. */
    public static boolean touched(FieldDefinition field, Form form, List<String> sent) {
        boolean theirs = form.textOrEmpty(RecordConflicts.TAKE + field.name()).equals(RecordConflicts.THEIRS);
        return !theirs
                && !form.textOrEmpty(WAS + field.name()).equals(digest(sent))
                && !(field.writeOnly() && sent.isEmpty());
    }

    /** What the content of a form's field is in a body. */
    public static @Nullable Object typed(
            Model model, FieldDefinition field, List<String> texts, List<Violation> wrong) {
        if (field.type() == FieldType.REFERENCES) {
            FieldDefinition key = model.target(field).key().getFirst();
            return texts.stream()
                    .map(text -> FieldViews.of(key).imported(key, text))
                    .toList();
        }
        if (texts.isEmpty()) {
            boolean empties = field.valueType().isFreeText() && !field.nullable();
            return empties ? "" : null;
        }
        if (field.reference().isPresent()) {
            FieldDefinition key = model.target(field).key().getFirst();
            return FieldViews.of(key).imported(key, texts.getFirst());
        }
        return FieldViews.of(field).typed(field, texts.getFirst(), wrong);
    }

    /** Whether two contents of a form's field mean the same value, such as {@code 5} and {@code 5.00}. */
    static boolean same(Model model, FieldDefinition field, List<String> one, List<String> other) {
        return digest(one).equals(digest(other)) || meaning(model, field, one).equals(meaning(model, field, other));
    }

    private static Object meaning(Model model, FieldDefinition field, List<String> texts) {
        if (texts.size() != 1 || field.type() == FieldType.REFERENCES) {
            return Set.copyOf(texts);
        }
        return FieldViews.of(field).meaning(model, field, texts.getFirst());
    }

    /** Shows whether a form's field is unchanged. Several values are a set: their order is ignored. */
    public static String digest(List<String> texts) {
        return digestOf(texts.stream().map(FormFields::plain).toList());
    }

    /** A text as browsers send it back: they send line breaks as two characters, and cannot hold U+0000. */
    private static String plain(String text) {
        return text.replace("\r\n", "\n").replace('\r', '\n').replace('\0', '\uFFFD');
    }

    private static String digestOf(List<String> texts) {
        try {
            byte[] sha = MessageDigest.getInstance("SHA-256")
                    .digest(String.join("\0", texts.stream().sorted().toList()).getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(sha).substring(0, DIGEST);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * A form's field.
     *
     * @param texts its content
     * @param was the digest of its previous content, or {@code ""}
     * @param typed the search text without a script, or {@code ""}
     */
    public FormField field(
            Actor.SignedIn actor,
            Model model,
            FieldDefinition field,
            List<String> texts,
            String was,
            String error,
            String typed) {
        String value = texts.isEmpty() ? "" : texts.getFirst();
        FieldView view = FieldViews.of(field);
        String kind = view.widget(field);
        List<SelectOption> options = List.of();
        String choices = "";
        if (field.reference().isPresent()) {
            Choices found = choices(actor, model, field, texts, typed, !typed.isEmpty());
            options = found.options();
            if (!found.complete()) {
                choices = found.address();
                kind = field.type() == FieldType.REFERENCE ? "picker" : "checks";
            }
        } else if (kind.equals("select") || kind.equals("list")) {
            options = SelectOption.of(view.options(field), value);
        }
        Optional<DefaultValue> initially = field.input().defaultValue();
        boolean generated = texts.isEmpty()
                && initially
                        .filter(one -> !(one instanceof DefaultValue.Constant))
                        .isPresent();
        boolean required = (field.required() && !generated)
                || (field.primaryKey() && field.writableOnCreate() && initially.isEmpty());
        Optional<Html> control = services.widgets().control(field, value, required, !error.isEmpty());
        if (control.isPresent()) {
            kind = "widget";
        }
        return new FormField(
                field.name(),
                text(field.labels()),
                kind,
                required && !(field.writeOnly() && !was.isEmpty()) && !was.equals(EMPTY),
                new FieldMessages(
                        help(field, !was.isEmpty()),
                        error,
                        !required && field.input().defaultValue().isEmpty()),
                new FieldInput(
                        value,
                        was,
                        view.longest(field),
                        view.keyboard(field),
                        FormField.sign(field.style().currency().orElse("")),
                        Formats.suffix(field.style()).replace('\u00a0', ' ').strip(),
                        field.style().currencyField().isPresent(),
                        field.holdsFile()
                                ? Optional.of(file(actor, model, field, value, Optional.empty()))
                                : Optional.empty()),
                new FieldChoices(options, choices, typed, create(actor, model, field), control.orElse(Html.NOTHING)),
                new FormField.Placement(model.layout().widths().getOrDefault(field.name(), view.width(field)), false));
    }

    /**
     * What an input for a file takes, and has.
     *
     * @param id of the file that it has, or {@code ""}
     * @param stored the file of the record, which the actor may view
     */
    public FormField.FormFile file(
            Actor.SignedIn actor, Model model, FieldDefinition field, String id, Optional<FileReference> stored) {
        FileRules rules = field.files();
        long most = rules.maximum(field.type());
        List<String> accepted = !rules.accept().isEmpty() || field.type() == FieldType.FILE
                ? rules.accept()
                : FileRules.IMAGES.stream().sorted().toList();
        FileAddresses addresses = services.panel().places().files();
        Optional<FormField.ChosenFile> chosen = FieldText.parse(model, field, id)
                .map(FileReference.class::cast)
                .flatMap(named -> stored.filter(named::equals)
                        .or(() -> services.files().downloading().find(actor, named.id())))
                .map(file -> new FormField.ChosenFile(
                        file.facts().map(FileReference.Facts::name).orElse(""),
                        file.facts().map(FileSize::of).orElse(""),
                        addresses.lasting(file),
                        addresses.thumbnail(field, file).orElse("")));
        return new FormField.FormFile(
                addresses.upload(),
                model.name(),
                field.name(),
                field.required(),
                String.join(",", accepted),
                most,
                accepted.isEmpty()
                        ? text("At most {size}", "size", FileSize.of(most))
                        : text("{types}, at most {size}", "types", FileSize.types(accepted), "size", FileSize.of(most)),
                chosen);
    }

    /** The form for a new record that the field can point to. */
    private Optional<NewRecord> create(Actor.SignedIn actor, Model model, FieldDefinition field) {
        if (field.reference().isEmpty()) {
            return Optional.empty();
        }
        Model target = model.target(field);
        return target.definition().exposure().html()
                        && !PanelUrls.hasOwnPages(target)
                        && RecordServices.may(actor.rights(), Action.CREATE, target)
                ? Optional.of(new NewRecord(
                        services.panel().places().list(target) + "create",
                        text(target.definition().labels().one())))
                : Optional.empty();
    }

    private static String help(FieldDefinition field, boolean existing) {
        List<String> parts = new ArrayList<>();
        field.presentation()
                .help()
                .map(Localized::text)
                .map(help -> help.endsWith(".") ? help : help + ".")
                .ifPresent(parts::add);
        field.presentation()
                .language()
                .ifPresent(language -> parts.add(text("Language: {language}.", "language", language)));
        String note = FieldViews.of(field).note();
        if (!note.isEmpty()) {
            parts.add(note);
        }
        if (field.writeOnly() && existing) {
            parts.add(text("Leave it empty to keep what is there."));
        }
        return String.join(" ", parts);
    }
}
