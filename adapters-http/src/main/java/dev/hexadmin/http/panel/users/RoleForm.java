package dev.hexadmin.http.panel.users;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.access.ManagingRoles.Draft;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Grant;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.http.panel.frame.NavigationOrder;
import dev.hexadmin.http.server.request.Form;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A role as a form: a box for each action on each model, and below it the hidden fields and row policies. A box of a model
 * that is not built in tells whether "Every model" gives the action already; the style sheet decides by the boxes as they
 * are now.
 *
 * <p>Field permissions list the actions that are allowed on a field; the form asks for the denied ones, so that a field
 * that was added later is not ticked. A field on which every action is allowed needs no entry.
 *
 * @param groups lines of the matrix
 * @param restrictions fields and row policies, by model
 */
public record RoleForm(String name, String description, List<Group> groups, List<Restriction> restrictions) {
    static final Draft EMPTY = new Draft("", "", Map.of(), Map.of(), Map.of());

    private static final List<String> ACTIONS =
            Arrays.stream(Action.values()).map(Action::word).toList();
    private static final List<String> ON_FIELDS = List.of("view", "create", "edit");
    /** Rights on roles are not restricted further. */
    private static final String ROLES = "admin_roles";

    /** Parts of a draft; those of models end in a dot and the model's name. */
    static final String NAME = "name";

    static final String DESCRIPTION = "description";
    static final String PERMISSIONS = "permissions";
    static final String FIELDS = "field_permissions";
    static final String POLICIES = "row_policies";

    private static final String PERMISSION = "p.";
    private static final String WITHHELD = "f.";
    private static final String POLICY = "w.";

    public RoleForm {
        groups = List.copyOf(groups);
        restrictions = List.copyOf(restrictions);
    }

    /** The actions, as the columns of the matrix. */
    public List<String> actions() {
        return ACTIONS;
    }

    /** Lines that belong together. */
    public record Group(String label, List<Line> lines) {
        public Group {
            lines = List.copyOf(lines);
        }
    }

    /**
     * The actions on one model.
     *
     * @param icon of the model, or {@code ""}
     * @param inherits whether the model has the actions of "Every model"
     * @param field the name of the boxes
     * @param cells one for each action
     */
    public record Line(
            String label, String icon, boolean inherits, String name, String field, String pointer, List<Cell> cells) {
        public Line {
            cells = List.copyOf(cells);
        }

        /** Whether it is the line of all models that are not built in. */
        public boolean every() {
            return name.equals(Grant.EVERY_MODEL);
        }
    }

    /** @param possible whether the model knows the action at all */
    public record Cell(String action, boolean ticked, boolean possible) {}

    /**
     * What is withheld of one model.
     *
     * @param any whether anything is
     * @param paths fields that a policy may compare, also of referenced records
     */
    public record Restriction(
            String label,
            String name,
            boolean any,
            String policyField,
            String policy,
            List<String> paths,
            List<FieldLine> fields) {
        public Restriction {
            paths = List.copyOf(paths);
            fields = List.copyOf(fields);
        }

        public String policyPointer() {
            return "/row_policies/" + name;
        }

        public String pointer() {
            return "/field_permissions/" + name;
        }
    }

    /**
     * One field.
     *
     * @param cells view, create and edit; ticked: withheld
     */
    public record FieldLine(String label, String name, String field, String pointer, List<Cell> cells) {
        public FieldLine {
            cells = List.copyOf(cells);
        }
    }

    /** The form of a draft. */
    static RoleForm of(Draft draft, ModelRegistry models) {
        List<Model> sorted = models.models().stream()
                .sorted(Comparator.comparing(
                        model -> text(model.definition().labels().many()).toLowerCase(Locale.ROOT)))
                .toList();
        List<Group> groups = new ArrayList<>();
        groups.add(new Group("", List.of(every(draft))));
        NavigationOrder.of(models.models().stream().filter(model -> !model.builtIn()))
                .forEach(group -> group(groups, named(NavigationOrder.group(group.getFirst())), group, draft));
        group(groups, text("Built in"), sorted.stream().filter(Model::builtIn).toList(), draft);
        List<Line> gone = gone(draft, models).stream()
                .map(name -> line(name, "", false, name, Set.of(), draft))
                .toList();
        if (!gone.isEmpty()) {
            groups.add(new Group(text("Not there at present"), gone));
        }
        return new RoleForm(
                draft.name(),
                draft.description(),
                groups,
                sorted.stream()
                        .filter(model -> !model.name().equals(ROLES))
                        .map(model -> restriction(model, draft))
                        .toList());
    }

    private static Line every(Draft draft) {
        return line(text("Every model"), "", false, Grant.EVERY_MODEL, Set.copyOf(ACTIONS), draft);
    }

    private static String named(String group) {
        return group.isEmpty() ? text("Models") : group;
    }

    private static void group(List<Group> groups, String label, List<Model> models, Draft draft) {
        if (!models.isEmpty()) {
            groups.add(new Group(
                    label,
                    models.stream()
                            .map(model -> line(
                                    text(model.definition().labels().many()),
                                    model.definition().navigation().icon().word(),
                                    !model.builtIn(),
                                    model.name(),
                                    ACTIONS.stream()
                                            .filter(word -> Action.ofWord(word).stream()
                                                    .allMatch(action -> action.isGrantableOn(model)))
                                            .collect(Collectors.toUnmodifiableSet()),
                                    draft))
                            .toList()));
        }
    }

    private static Line line(
            String label, String icon, boolean inherits, String name, Set<String> possible, Draft draft) {
        List<String> given = draft.permissions().getOrDefault(name, List.of());
        return new Line(
                label,
                icon,
                inherits,
                name,
                PERMISSION + name,
                "/permissions/" + name,
                ACTIONS.stream()
                        .map(action -> new Cell(
                                action, given.contains(action), possible.contains(action) || given.contains(action)))
                        .toList());
    }

    private static Restriction restriction(Model model, Draft draft) {
        Map<String, List<String>> left = draft.fieldPermissions().getOrDefault(model.name(), Map.of());
        String policy = draft.rowPolicies().getOrDefault(model.name(), "");
        List<FieldLine> fields = model.fields().stream()
                .map(field -> {
                    List<String> own = left.getOrDefault(field.name(), ON_FIELDS);
                    return new FieldLine(
                            text(field.labels()),
                            field.name(),
                            WITHHELD + model.name() + "." + field.name(),
                            "/field_permissions/" + model.name() + "/" + field.name(),
                            ON_FIELDS.stream()
                                    .map(action -> new Cell(action, !own.contains(action), true))
                                    .toList());
                })
                .toList();
        return new Restriction(
                text(model.definition().labels().many()),
                model.name(),
                !policy.isEmpty() || !left.isEmpty(),
                POLICY + model.name(),
                policy,
                paths(model),
                fields);
    }

    private static List<String> paths(Model model) {
        List<FieldDefinition> own =
                model.fields().stream().filter(FieldDefinition::queryable).toList();
        return Stream.concat(
                        own.stream().map(FieldDefinition::name),
                        own.stream()
                                .filter(field -> field.reference().isPresent())
                                .flatMap(field -> model.target(field).fields().stream()
                                        .filter(FieldDefinition::queryable)
                                        .map(other -> field.name() + "." + other.name())))
                .toList();
    }

    private static Set<String> gone(Draft draft, ModelRegistry models) {
        Set<String> gone = new TreeSet<>(draft.permissions().keySet());
        gone.removeIf(
                name -> name.equals(Grant.EVERY_MODEL) || models.model(name).isPresent());
        return gone;
    }

    /** The parts of a draft that two users may change side by side; the rights on each model are one. */
    static Map<String, Object> parts(Draft draft) {
        Map<String, Object> parts = new LinkedHashMap<>();
        parts.put(NAME, draft.name());
        parts.put(DESCRIPTION, draft.description());
        draft.permissions().forEach((model, actions) -> parts.put(PERMISSIONS + "." + model, actions));
        draft.fieldPermissions().forEach((model, fields) -> parts.put(FIELDS + "." + model, fields));
        draft.rowPolicies().forEach((model, policy) -> parts.put(POLICIES + "." + model, policy));
        return parts;
    }

    /** The draft of these parts. */
    @SuppressWarnings("unchecked") // as parts(Draft) made them
    static Draft draft(Map<String, Object> parts) {
        Map<String, List<String>> permissions = new TreeMap<>();
        Map<String, Map<String, List<String>>> fields = new TreeMap<>();
        Map<String, String> policies = new TreeMap<>();
        parts.forEach((name, part) -> {
            String[] names = name.split("\\.", 2);
            switch (names[0]) {
                case PERMISSIONS -> permissions.put(names[1], (List<String>) part);
                case FIELDS -> fields.put(names[1], (Map<String, List<String>>) part);
                case POLICIES -> policies.put(names[1], (String) part);
                default -> {}
            }
        });
        return new Draft(
                (String) parts.getOrDefault(NAME, ""),
                (String) parts.getOrDefault(DESCRIPTION, ""),
                permissions,
                fields,
                policies);
    }

    /**
     * The draft that the form describes.
     *
     * @param current the role as it is; {@link #EMPTY} for a new one. Of models and fields that are not there at present it
     *     keeps what the form does not show
     */
    static Draft read(Form form, Draft current, ModelRegistry models) {
        Map<String, List<String>> permissions = new LinkedHashMap<>();
        Map<String, Map<String, List<String>>> fields = new LinkedHashMap<>();
        Map<String, String> policies = new LinkedHashMap<>();
        permission(form, Grant.EVERY_MODEL, permissions);
        for (Model model : models.models()) {
            permission(form, model.name(), permissions);
            Map<String, List<String>> restricted = new LinkedHashMap<>();
            for (FieldDefinition field : model.fields()) {
                List<String> withheld = form.all(WITHHELD + model.name() + "." + field.name());
                if (!withheld.isEmpty()) {
                    restricted.put(
                            field.name(),
                            ON_FIELDS.stream()
                                    .filter(action -> !withheld.contains(action))
                                    .toList());
                }
            }
            current.fieldPermissions().getOrDefault(model.name(), Map.of()).forEach((field, allowed) -> {
                if (model.field(field).isEmpty()) {
                    restricted.put(field, allowed);
                }
            });
            if (!restricted.isEmpty()) {
                fields.put(model.name(), restricted);
            }
            String policy = form.textOrEmpty(POLICY + model.name()).strip();
            if (!policy.isEmpty()) {
                policies.put(model.name(), policy);
            }
        }
        for (String name : gone(current, models)) {
            permission(form, name, permissions);
            if (permissions.containsKey(name)) {
                if (current.fieldPermissions().containsKey(name)) {
                    fields.put(name, current.fieldPermissions().get(name));
                }
                if (current.rowPolicies().containsKey(name)) {
                    policies.put(name, current.rowPolicies().get(name));
                }
            }
        }
        return new Draft(
                form.textOrEmpty("name"), lines(form.textOrEmpty("description")), permissions, fields, policies);
    }

    private static void permission(Form form, String model, Map<String, List<String>> permissions) {
        List<String> ticked = form.all(PERMISSION + model);
        if (!ticked.isEmpty()) {
            permissions.put(model, ticked);
        }
    }

    /** Browsers send CRLF (HTML, form submission). */
    private static String lines(String text) {
        return text.replace("\r\n", "\n");
    }
}
