package dev.hexadmin.http.panel.notifications;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.application.notifications.SendingNotifications;
import dev.hexadmin.application.notifications.SendingNotifications.Batch;
import dev.hexadmin.application.notifications.SendingNotifications.Composition;
import dev.hexadmin.application.notifications.SendingNotifications.Mode;
import dev.hexadmin.application.notifications.SendingNotifications.PreparedSending;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.BrowsingRecords;
import dev.hexadmin.application.search.SearchingRecords;
import dev.hexadmin.application.spi.MessageChannel;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Content;
import dev.hexadmin.domain.notifications.DeliveryStatus;
import dev.hexadmin.domain.notifications.Recipient;
import dev.hexadmin.domain.records.PlainSink;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.http.panel.frame.Flash;
import dev.hexadmin.http.panel.frame.Frame;
import dev.hexadmin.http.panel.frame.OneTimeForms;
import dev.hexadmin.http.panel.frame.OneTimeForms.Done;
import dev.hexadmin.http.panel.frame.Panel;
import dev.hexadmin.http.panel.notifications.ComposeForm.ChannelBadge;
import dev.hexadmin.http.panel.notifications.ComposeForm.Choice;
import dev.hexadmin.http.panel.notifications.ComposeForm.MessageFields;
import dev.hexadmin.http.panel.notifications.ComposeForm.MessagePreview;
import dev.hexadmin.http.panel.notifications.ComposeForm.Placeholder;
import dev.hexadmin.http.panel.notifications.ComposeForm.PreviewedRecipient;
import dev.hexadmin.http.panel.notifications.ComposeForm.RecipientFields;
import dev.hexadmin.http.server.problem.Problems;
import dev.hexadmin.http.server.request.Form;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.templates.pages.Jtenotifications_composeGenerated;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A message to users: recipients, channels, template, a preview with what would be delivered, and sending. Thread-safe. */
public final class ComposePages {
    static final int USERS_SHOWN = 20;
    private static final String PREVIEW = "preview";
    private static final String SEND = "send";
    private static final Pattern RECIPIENT = Pattern.compile("/recipients/([0-9]{1,4})(/.*)?");

    private final Panel panel;
    private final SendingNotifications sending;
    private final BrowsingRecords browsing;
    private final SearchingRecords searching;
    private final MessageChannels registered;
    private final OneTimeForms onceOnly;

    public ComposePages(
            Panel panel,
            SendingNotifications sending,
            BrowsingRecords browsing,
            SearchingRecords searching,
            MessageChannels registered,
            OneTimeForms onceOnly) {
        this.onceOnly = onceOnly;
        this.panel = panel;
        this.sending = sending;
        this.browsing = browsing;
        this.searching = searching;
        this.registered = registered;
    }

    public List<Route> routes() {
        String path = panel.places().admin() + "/notifications/compose";
        return List.of(
                new Route(Method.GET, path, Policy.RIGHTS, Route.Media.HTML, this::begin),
                new Route(Method.POST, path, Policy.RIGHTS, Route.Media.HTML, this::post));
    }

    private Response begin(RequestContext request) {
        Actor.SignedIn caller = request.signedIn();
        Composition composition = sending.composition(caller);
        Map<String, String> query = request.query();
        MessageDraft draft = new MessageDraft(
                Optional.ofNullable(query.get("user")).map(List::of).orElse(List.of()),
                "",
                "",
                composition.defaultChannels().stream().map(Channel::word).toList(),
                query.getOrDefault("template", ""),
                "",
                "",
                Map.of());
        return page(request, 200, composition, draft, Map.of(), "", Optional.empty());
    }

    private Response post(RequestContext request) {
        Actor.SignedIn caller = request.signedIn();
        Composition composition = sending.composition(caller);
        Form form = request.form();
        MessageDraft draft = MessageDraft.of(form);
        String wanted = form.textOrEmpty("do");
        if (form.has(Form.RESUMED) || !(wanted.equals(PREVIEW) || wanted.equals(SEND))) {
            return page(request, 200, composition, draft, Map.of(), "", Optional.empty());
        }
        List<Recipient> recipients = draft.recipients(registered.addresses().values());
        if (recipients.isEmpty()) {
            return page(
                    request,
                    422,
                    composition,
                    draft,
                    Map.of("users", text("Choose at least one recipient.")),
                    text("Nothing was sent. Fix the highlighted fields."),
                    Optional.empty());
        }
        try {
            if (wanted.equals(SEND)) {
                boolean log = Tabs.of(panel, caller, "").log();
                Done sent = new Done(
                        Tabs.base(panel) + (log ? "deliveries" : "compose"),
                        Flash.success(text(
                                "The message is on its way to {count, plural, one {# recipient} other {# recipients}}.",
                                "count",
                                recipients.size())));
                return onceOnly.answer(request, form, () -> {
                    PreparedSending<Batch> batch = sending.prepareBatch(
                            caller, recipients, draft.toMessage(registered), Mode.ASYNC, List.of());
                    return () -> {
                        batch.carryOut();
                        return sent;
                    };
                });
            }
            Content content = sending.preview(caller, recipients.getFirst(), draft.toMessage(registered));
            Batch batch = sending.sendBatch(caller, recipients, draft.toMessage(registered), Mode.DRY_RUN);
            return page(
                    request,
                    200,
                    composition,
                    draft,
                    Map.of(),
                    "",
                    Optional.of(new MessagePreview(
                            content.title(), texts(content, draft.channels()), previewed(caller, batch, recipients))));
        } catch (RequestRejectedException refused) {
            if (refused.category() != RequestRejectedException.Category.INVALID) {
                throw refused;
            }
            return page(
                    request,
                    Problems.details(refused).status(),
                    composition,
                    draft,
                    errors(draft, refused.violations()),
                    text("Nothing was sent. Fix the highlighted fields."),
                    Optional.empty());
        }
    }

    private Map<String, String> texts(Content content, List<String> channels) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (Channel channel : registered.all()) {
            if (channels.contains(channel.word())) {
                MessageChannel one = registered.get(channel);
                texts.put(text(one.label()), one.render(content));
            }
        }
        return texts;
    }

    /** A recipient who is no user: one of another system, or a mistake. */
    private String stranger(Actor.SignedIn caller, String id) {
        return seesUsers(caller) ? text("{id} (no user of this panel)", "id", id) : id;
    }

    private List<PreviewedRecipient> previewed(Actor.SignedIn caller, Batch batch, List<Recipient> recipients) {
        Map<String, String> labels =
                labels(caller, recipients.stream().map(Recipient::userId).toList());
        return batch.deliveries().stream()
                .map(delivery -> new PreviewedRecipient(
                        labels.getOrDefault(
                                delivery.user().id(),
                                stranger(caller, delivery.user().id())),
                        delivery.channels().stream()
                                .map(way -> new ChannelBadge(
                                        text(registered.label(way.channel())),
                                        way.status() == DeliveryStatus.SKIPPED
                                                ? way.error()
                                                        .map(error -> text("not sent: {reason}", "reason", text(error)))
                                                        .orElseGet(() -> text("not sent"))
                                                : text("will be sent"),
                                        way.status() == DeliveryStatus.SKIPPED ? "" : "good"))
                                .toList()))
                .toList();
    }

    /** The errors, by field of the form. */
    private static Map<String, String> errors(MessageDraft draft, List<Violation> violations) {
        Map<String, String> errors = new LinkedHashMap<>();
        for (Violation violation : violations) {
            Matcher recipient = RECIPIENT.matcher(violation.pointer());
            String field;
            String message = text(violation.text());
            if (recipient.matches()) {
                int index = Integer.parseInt(recipient.group(1));
                boolean user = index < draft.users().size();
                field = user ? "users" : "others";
                message = user
                        ? text("User {id}: {message}", "id", draft.users().get(index), "message", message)
                        : text(
                                "Recipient {number}: {message}",
                                "number",
                                index - draft.users().size() + 1,
                                "message",
                                message);
                String below = Optional.ofNullable(recipient.group(2)).orElse("");
                if (below.startsWith("/context/")) {
                    field = MessageDraft.CONTEXT + below.substring("/context/".length());
                    message = text(violation.text());
                }
            } else {
                String name = violation.pointer().isEmpty()
                        ? ""
                        : violation.pointer().substring(1).split("/", 2)[0];
                field = violation.pointer().startsWith("/context/")
                        ? MessageDraft.CONTEXT + violation.pointer().substring("/context/".length())
                        : name.equals("recipients") ? "users" : name;
            }
            errors.merge(field, message, (one, other) -> one.contains(other) ? one : one + " " + other);
        }
        return errors;
    }

    private Response page(
            RequestContext request,
            int status,
            Composition composition,
            MessageDraft draft,
            Map<String, String> errors,
            String wrong,
            Optional<MessagePreview> preview) {
        Actor.SignedIn caller = request.signedIn();
        List<Choice> users = users(caller, draft);
        Set<String> placeholders =
                new LinkedHashSet<>(composition.templates().getOrDefault(draft.template(), Set.of()));
        ComposeForm shown = new ComposeForm(
                panel.frame(request, text("New message"), new Frame.Crumb(text("Notifications"), Tabs.base(panel))),
                Tabs.of(panel, caller, "compose"),
                new RecipientFields(
                        seesUsers(caller),
                        users,
                        draft.find(),
                        draft.others(),
                        registered.addresses().values().stream()
                                .map(kind -> text(kind.noun()))
                                .toList()),
                registered.all().stream()
                        .map(channel -> new Choice(
                                channel.word(),
                                text(registered.label(channel)),
                                draft.channels().contains(channel.word())))
                        .toList(),
                new MessageFields(
                        composition.templates().keySet().stream()
                                .map(name -> new Choice(name, name, name.equals(draft.template())))
                                .toList(),
                        draft.title(),
                        draft.message(),
                        placeholders.stream()
                                .map(name -> new Placeholder(
                                        name,
                                        MessageDraft.CONTEXT + name,
                                        draft.context().getOrDefault(name, ""),
                                        errors.getOrDefault(MessageDraft.CONTEXT + name, "")))
                                .toList()),
                errors,
                wrong,
                preview);
        return panel.page(request, status, Jtenotifications_composeGenerated::render, shown);
    }

    private Optional<Model> userModel() {
        return panel.models().model("admin_users");
    }

    private boolean seesUsers(Actor caller) {
        return userModel()
                .filter(model -> caller.rights().allows(Action.VIEW, model))
                .isPresent();
    }

    private List<Choice> users(Actor.SignedIn caller, MessageDraft draft) {
        if (!seesUsers(caller)) {
            return List.of();
        }
        Model model = userModel().orElseThrow();
        Map<String, Choice> choices = new LinkedHashMap<>();
        labels(caller, draft.users()).forEach((id, label) -> choices.put(id, new Choice(id, label, true)));
        draft.users().forEach(id -> choices.putIfAbsent(id, new Choice(id, id, true)));
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("per_page", Integer.toString(USERS_SHOWN));
        parameters.put("count", "none");
        if (!draft.find().isBlank()) {
            parameters.put("q", draft.find().strip());
        }
        List<String> found = new ArrayList<>();
        browsing.list(
                caller,
                ListRequest.of(model, parameters),
                shape -> new Keys(shape, model.key().getFirst(), found));
        labels(caller, found).forEach((id, label) -> choices.putIfAbsent(id, new Choice(id, label, false)));
        return List.copyOf(choices.values());
    }

    /** The names of users of this installation, by their ids as text, in the order of the ids. */
    private Map<String, String> labels(Actor.SignedIn caller, List<String> ids) {
        Optional<Model> model = userModel();
        if (model.isEmpty() || ids.isEmpty()) {
            return Map.of();
        }
        Map<String, RecordKey> keys = new LinkedHashMap<>();
        ids.stream().limit(1_000).forEach(id -> RecordKey.parse(model.get(), id).ifPresent(key -> keys.put(id, key)));
        Map<RecordKey, String> known = searching.labels(caller, model.get(), keys.values());
        Map<String, String> labels = new LinkedHashMap<>();
        keys.forEach((id, key) -> {
            String label = known.getOrDefault(key, "");
            if (!label.isEmpty()) {
                labels.put(id, label);
            }
        });
        return labels;
    }

    /** Collects the keys of records. */
    private record Keys(Shape shape, FieldDefinition key, List<String> into) implements PlainSink {
        @Override
        public void take(int field, Object value) {
            if (shape.fields().get(field).equals(key)) {
                into.add(value.toString());
            }
        }
    }
}
