package dev.hexadmin.http.panel.lists;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.query.ListParameter;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.http.fields.FieldFilter;
import dev.hexadmin.http.fields.FieldView;
import dev.hexadmin.http.fields.FieldViews;
import dev.hexadmin.http.panel.lists.FilterNode.Condition;
import dev.hexadmin.http.panel.lists.FilterNode.Group;
import dev.hexadmin.http.panel.lists.FilterNode.Join;
import dev.hexadmin.http.panel.lists.ListPanel.Line;
import dev.hexadmin.http.panel.lists.ListPanel.Value;
import dev.hexadmin.http.panel.records.Address;
import dev.hexadmin.http.panel.records.FormFields;
import dev.hexadmin.http.panel.records.SelectOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The builder of filters: groups and conditions in a form, whose buttons add and remove them. Each step is a request, so
 * that it works without scripts. Thread-safe.
 */
final class FilterBuilder {
    /** The beginning of the names of its inputs, followed by the place of a group or a condition. */
    static final String PREFIX = "list.filter.";

    /** The button that was pressed: {@code add:PLACE}, {@code group:PLACE}, {@code remove:PLACE}, {@code apply}. */
    static final String DO = "list.do";

    private static final String JOIN = ".join";
    private static final String FIELD = ".field";
    private static final String LOOKUP = ".lookup";
    private static final String VALUE = ".value";
    private static final String END = ".end";

    /** Beside the words of the lookups: {@code isnull} with the value false. */
    private static final String NOT_EMPTY = "isnull.false";

    private static final int MOST_PARTS = 50;
    private static final int DEEPEST = 5;
    private static final int MOST_FIELDS_OF_REFERENCES = 12;

    private final FormFields fields;

    FilterBuilder(FormFields fields) {
        this.fields = fields;
    }

    /** Whether a request comes from the form. */
    static boolean isSent(Map<String, String> parameters) {
        return parameters.containsKey(DO) || parameters.containsKey(PREFIX + JOIN);
    }

    /** The filters of a list, with a condition to start with. */
    static Group started(Model model, Address list) {
        Group root = FilterNode.of(ListRequest.selecting(model, list.parameters()));
        if (root.parts().isEmpty()) {
            root.parts().add(empty(model));
        }
        return root;
    }

    /** The state of the form, after the button was pressed. */
    static Group read(Model model, Map<String, String> parameters) {
        Group root = group(model, parameters, "", 0);
        String[] command = parameters.getOrDefault(DO, "").split(":", 2);
        String place = command.length > 1 ? command[1] : "";
        switch (command[0]) {
            case "add" -> at(root, place).ifPresent(group -> add(group, empty(model)));
            case "group" ->
                at(root, place)
                        .filter(group -> place.isEmpty() || place.split("\\.", -1).length < DEEPEST)
                        .ifPresent(group -> add(group, new Group(Join.ANY, new ArrayList<>(List.of(empty(model))))));
            case "remove" -> {
                int dot = place.lastIndexOf('.');
                at(root, dot < 0 ? "" : place.substring(0, dot))
                        .ifPresent(group -> index(
                                        place.substring(dot + 1), group.parts().size())
                                .ifPresent(index -> group.parts().remove((int) index)));
            }
            default -> {
                // the form was sent to show the lookups of another field
            }
        }
        return root;
    }

    private static void add(Group group, FilterNode part) {
        if (group.parts().size() < MOST_PARTS) {
            group.parts().add(part);
        }
    }

    private static Optional<Group> at(Group root, String place) {
        Group group = root;
        for (String part : place.isEmpty() ? new String[0] : place.split("\\.", -1)) {
            Optional<Integer> index = index(part, group.parts().size());
            if (index.isEmpty() || !(group.parts().get(index.get()) instanceof Group inner)) {
                return Optional.empty();
            }
            group = inner;
        }
        return Optional.of(group);
    }

    private static Optional<Integer> index(String text, int size) {
        return text.matches("[0-9]{1,3}") && Integer.parseInt(text) < size
                ? Optional.of(Integer.valueOf(text))
                : Optional.empty();
    }

    private static Group group(Model model, Map<String, String> parameters, String place, int depth) {
        Join join = Arrays.stream(Join.values())
                .filter(one -> one.name().toLowerCase(Locale.ROOT).equals(parameters.get(PREFIX + place + JOIN)))
                .findFirst()
                .orElse(Join.ALL);
        List<FilterNode> parts = new ArrayList<>();
        for (int i = 0; i < MOST_PARTS; i++) {
            String inner = place.isEmpty() ? Integer.toString(i) : place + "." + i;
            if (parameters.containsKey(PREFIX + inner + JOIN) && depth < DEEPEST) {
                parts.add(group(model, parameters, inner, depth + 1));
            } else if (parameters.containsKey(PREFIX + inner + FIELD)) {
                parts.add(condition(model, parameters, PREFIX + inner));
            } else {
                break;
            }
        }
        return new Group(join, parts);
    }

    private static Condition condition(Model model, Map<String, String> parameters, String name) {
        String path = parameters.getOrDefault(name + FIELD, "");
        Optional<FieldPath> field = path(model, path);
        if (field.isEmpty()) {
            return empty(model);
        }
        List<Lookup> offered = lookups(field.get());
        String word = parameters.getOrDefault(name + LOOKUP, "");
        if (word.equals(NOT_EMPTY)) {
            return new Condition(path, Lookup.ISNULL, "false");
        }
        Lookup lookup = Lookup.ofWord(word).filter(offered::contains).orElse(offered.getFirst());
        if (lookup == Lookup.ISNULL) {
            return new Condition(path, lookup, "true");
        }
        FieldView view = FieldViews.of(field.get().field());
        String typed = Optional.ofNullable(parameters.get(name + VALUE))
                .orElseGet(() -> ticked(parameters, name + VALUE + "."));
        String value = lookup == Lookup.IN ? typed : view.typedFilter(typed);
        String end = view.typedFilter(parameters.getOrDefault(name + END, ""));
        return new Condition(
                path, lookup, lookup == Lookup.RANGE && !end.isEmpty() ? ListRequest.join(List.of(value, end)) : value);
    }

    /** The values of the boxes that were ticked, as the text of a list. */
    private static String ticked(Map<String, String> parameters, String prefix) {
        return ListRequest.join(parameters.entrySet().stream()
                .filter(parameter -> parameter.getKey().startsWith(prefix))
                .map(Map.Entry::getValue)
                .toList());
    }

    private static Condition empty(Model model) {
        FieldDefinition first = model.fields().stream()
                .filter(FieldDefinition::queryable)
                .findFirst()
                .orElseThrow();
        String preferred = model.definition().list().filters().stream()
                .filter(name ->
                        model.field(name).filter(FieldDefinition::queryable).isPresent())
                .findFirst()
                .orElse(first.name());
        return new Condition(
                preferred, lookups(path(model, preferred).orElseThrow()).getFirst(), "");
    }

    private static Optional<FieldPath> path(Model model, String path) {
        return ModelRegistry.path(model, path)
                .filter(found -> found.field().queryable()
                        && found.through().stream().allMatch(FieldDefinition::queryable)
                        && found.through().size() <= ListRequest.MOST_STEPS);
    }

    /** The lookups that apply to a field; the first one is what its filter in the toolbar has. */
    private static List<Lookup> lookups(FieldPath path) {
        FieldDefinition field = path.field();
        FieldType type = compared(path);
        List<Lookup> lookups = new ArrayList<>();
        for (Lookup lookup : Lookup.values()) {
            boolean repeats = lookup == Lookup.CONTAINS
                    || lookup == Lookup.STARTSWITH
                    || lookup == Lookup.ENDSWITH
                    || lookup == Lookup.IEXACT;
            if (lookup.appliesTo(type) && !repeats) {
                lookups.add(lookup);
            }
        }
        boolean typed = FieldViews.of(field).filter(field) instanceof FieldFilter.Text;
        if (typed && lookups.remove(Lookup.ICONTAINS)) {
            lookups.addFirst(Lookup.ICONTAINS);
        }
        return lookups;
    }

    /** The type of the values that a filter compares: for a reference, that of its target's key. */
    static FieldType compared(FieldPath path) {
        FieldDefinition field = path.field();
        return field.reference().isPresent() && field.type() != FieldType.REFERENCES
                ? path.owner().target(field).key().getFirst().type()
                : field.type();
    }

    /** The lines of the form. */
    List<Line> lines(Actor.SignedIn actor, Model model, Group root) {
        List<Line> lines = new ArrayList<>();
        List<SelectOption> offered = fields(actor, model);
        add(actor, model, root, "", 0, offered, lines);
        return lines;
    }

    private void add(
            Actor.SignedIn actor,
            Model model,
            Group group,
            String place,
            int depth,
            List<SelectOption> offered,
            List<Line> lines) {
        lines.add(new Line(
                place,
                depth,
                Arrays.stream(Join.values())
                        .map(join -> new SelectOption(
                                join.name().toLowerCase(Locale.ROOT), text(join.label()), join == group.join()))
                        .toList(),
                List.of(),
                List.of(),
                List.of(),
                ""));
        for (int i = 0; i < group.parts().size(); i++) {
            String inner = place.isEmpty() ? Integer.toString(i) : place + "." + i;
            switch (group.parts().get(i)) {
                case Group part -> add(actor, model, part, inner, depth + 1, offered, lines);
                case Condition condition -> lines.add(line(actor, model, condition, inner, depth + 1, offered));
            }
        }
    }

    private Line line(
            Actor.SignedIn actor,
            Model model,
            Condition condition,
            String place,
            int depth,
            List<SelectOption> offered) {
        FieldPath path = path(model, condition.path()).orElseThrow();
        List<SelectOption> choice = new ArrayList<>();
        if (offered.stream().noneMatch(one -> one.value().equals(condition.path()))) {
            choice.add(new SelectOption(condition.path(), label(path), true));
        }
        offered.forEach(one -> choice.add(
                new SelectOption(one.value(), one.label(), one.value().equals(condition.path()))));
        String error = condition.text().isEmpty()
                ? ""
                : ListRequest.of(model, Map.of(ListParameter.FILTER_PREFIX + condition.name(), condition.text()))
                        .violations()
                        .stream()
                        .findFirst()
                        .map(violation -> text(violation.text()))
                        .orElse("");
        return new Line(
                place,
                depth,
                List.of(),
                choice,
                comparisons(path, condition),
                values(actor, path, condition, PREFIX + place),
                error);
    }

    private static List<SelectOption> comparisons(FieldPath path, Condition condition) {
        FieldType type = compared(path);
        boolean filled = condition.lookup() == Lookup.ISNULL
                && (condition.text().equals("false") || condition.text().equals("0"));
        List<SelectOption> comparisons = new ArrayList<>();
        for (Lookup lookup : lookups(path)) {
            boolean chosen = lookup == condition.lookup();
            switch (lookup) {
                case EXACT -> comparisons.add(new SelectOption(lookup.word(), text("is"), chosen));
                case ISNULL -> {
                    comparisons.add(new SelectOption(lookup.word(), text(lookup.phrase(type)), chosen && !filled));
                    comparisons.add(new SelectOption(NOT_EMPTY, text("is not empty"), filled));
                }
                default -> comparisons.add(new SelectOption(lookup.word(), text(lookup.phrase(type)), chosen));
            }
        }
        return comparisons;
    }

    private static String label(FieldPath path) {
        StringBuilder label = new StringBuilder();
        path.through().forEach(step -> label.append(step.label()).append(" › "));
        return label.append(text(path.field().labels())).toString();
    }

    /** The fields of the model, and those of the records that it refers to. */
    private static List<SelectOption> fields(Actor actor, Model model) {
        List<SelectOption> offered = new ArrayList<>();
        for (FieldDefinition field : viewable(actor, model)) {
            offered.add(new SelectOption(field.name(), text(field.labels()), false));
        }
        for (FieldDefinition field : viewable(actor, model)) {
            if (field.reference().isPresent() && actor.rights().allows(Action.VIEW, model.target(field))) {
                viewable(actor, model.target(field)).stream()
                        .filter(inner -> inner.reference().isEmpty() && !inner.primaryKey())
                        .limit(MOST_FIELDS_OF_REFERENCES)
                        .forEach(inner -> offered.add(new SelectOption(
                                field.name() + "__" + inner.name(),
                                text(field.labels()) + " › " + text(inner.labels()),
                                false)));
            }
        }
        return offered;
    }

    private static List<FieldDefinition> viewable(Actor actor, Model model) {
        return model.fields().stream()
                .filter(field -> field.queryable() && actor.rights().allows(Action.VIEW, model, field))
                .toList();
    }

    private List<Value> values(Actor.SignedIn actor, FieldPath path, Condition condition, String name) {
        String text = condition.text();
        return switch (condition.lookup()) {
            case ISNULL -> List.of();
            case RANGE -> {
                String[] ends = text.split("(?<!\\\\),", 2);
                yield List.of(
                        input(path.field(), ends[0].replace("\\,", ","), name + VALUE),
                        input(path.field(), ends.length > 1 ? ends[1].replace("\\,", ",") : "", name + END));
            }
            case EXACT, NE -> List.of(value(actor, path, text, name + VALUE));
            case IN -> List.of(values(actor, path, text, name + VALUE));
            case GT, GTE, LT, LTE -> List.of(input(path.field(), text, name + VALUE));
            default -> List.of(new Value(name + VALUE, "text", text, List.of(), ""));
        };
    }

    private Value value(Actor.SignedIn actor, FieldPath path, String text, String name) {
        FieldDefinition field = path.field();
        if (field.reference().isPresent()) {
            FormFields.Choices choices =
                    fields.choices(actor, path.owner(), field, text.isEmpty() ? List.of() : List.of(text), "", false);
            return new Value(
                    name,
                    choices.complete() ? "choice" : "picker",
                    text,
                    choices.options(),
                    choices.complete() ? "" : choices.address());
        }
        List<FieldView.Option> options = options(field);
        return options.isEmpty()
                ? input(field, text, name)
                : new Value(name, "choice", text, SelectOption.of(options, text), "");
    }

    /** Boxes where all values are known, else a text with commas. */
    private Value values(Actor.SignedIn actor, FieldPath path, String text, String name) {
        List<String> ticked = text.isEmpty() ? List.of() : ListRequest.split(text);
        List<SelectOption> boxes = boxes(actor, path, ticked);
        boolean all = boxes.stream().map(SelectOption::value).toList().containsAll(ticked);
        return boxes.isEmpty() || !all
                ? new Value(name, "text", text, List.of(), "")
                : new Value(name, "boxes", text, boxes, "");
    }

    private List<SelectOption> boxes(Actor.SignedIn actor, FieldPath path, List<String> ticked) {
        FieldDefinition field = path.field();
        if (field.reference().isPresent()) {
            FormFields.Choices choices = fields.choices(actor, path.owner(), field, ticked, "", false);
            return choices.complete() ? choices.options() : List.of();
        }
        return options(field).stream()
                .map(option -> new SelectOption(option.value(), option.label(), ticked.contains(option.value())))
                .toList();
    }

    /** The values of a field, if they are known. */
    private static List<FieldView.Option> options(FieldDefinition field) {
        return FieldViews.of(field).filter(field) instanceof FieldFilter.Choice choice
                        && choice.lookup().isEmpty()
                ? choice.options()
                : List.of();
    }

    private static Value input(FieldDefinition field, String text, String name) {
        FieldView view = FieldViews.of(field);
        return new Value(
                name,
                view.filter(field) instanceof FieldFilter.Range range ? range.input() : "text",
                view.filterText(text),
                List.of(),
                "");
    }
}
