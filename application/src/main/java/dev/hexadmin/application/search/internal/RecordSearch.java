package dev.hexadmin.application.search.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.access.RowPolicies;
import dev.hexadmin.application.records.NamedRecord;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.application.search.SearchingRecords;
import dev.hexadmin.application.search.port.SearchIndex;
import dev.hexadmin.application.search.port.SearchIndex.Candidate;
import dev.hexadmin.application.search.port.SearchIndex.Wish;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Operation;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.ListQuery;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.text.Label;
import dev.hexadmin.domain.text.Message;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Queries the index of each model and ranks the results. Thread-safe. */
public final class RecordSearch implements SearchingRecords {
    private static final System.Logger LOG = System.getLogger(RecordSearch.class.getName());

    private static final Duration BUDGET = Duration.ofSeconds(2);
    private static final int SUGGESTIONS = 15;
    private static final int OF_A_KIND = 5;
    private static final int DISTINGUISHING = 2;
    private static final int MAX_DETAIL_LENGTH = 80;
    private static final RecordHooks NO_HOOKS = RecordHooks.none();
    private static final Comparator<Hit> BEST_FIRST = Comparator.comparingDouble(Hit::score)
            .reversed()
            .thenComparing(Hit::label)
            .thenComparing(hit -> hit.model().name())
            .thenComparing(hit -> hit.key().encoded());

    private final ModelRegistry models;
    private final SearchIndex index;
    private final RowPolicies policies;
    private final Map<String, RecordHooks> hooks;
    private final InstantSource clock;

    /**
     * @param hooks by model name
     */
    public RecordSearch(
            ModelRegistry models,
            SearchIndex index,
            RowPolicies policies,
            Map<String, RecordHooks> hooks,
            InstantSource clock) {
        this.models = models;
        this.index = index;
        this.policies = policies;
        this.hooks = Map.copyOf(hooks);
        this.clock = clock;
    }

    @Override
    public Found search(Actor actor, String query, Optional<List<String>> names, int limit) {
        refuseAnonymous(actor);
        if (limit < 1 || limit > 100) {
            throw RequestRejectedException.malformed(
                    "invalid_query",
                    "The query is not valid.",
                    List.of(new Violation("?limit", "range", "A whole number from 1 to 100 is expected.")));
        }
        List<Model> wanted = names.isPresent() ? named(actor, names.get()) : viewable(actor);
        String phrase = phrase(query);
        if (phrase.isEmpty()) {
            throw invalid("required", Message.of("A search needs something to look for."));
        }
        Hits found = hits(actor, wanted, phrase);
        List<Hit> hits = found.hits();
        return new Found(hits.subList(0, Math.min(limit, hits.size())), hits.size(), found.newestOnly());
    }

    private List<Model> viewable(Actor actor) {
        return models.models().stream()
                .filter(model -> !model.key().isEmpty() // a hit leads to a record
                        && model.definition().exposure().json()
                        && actor.rights().allows(Action.VIEW, model))
                .toList();
    }

    private List<Model> named(Actor actor, List<String> names) {
        List<Violation> unknown = new ArrayList<>();
        Set<Model> found = new LinkedHashSet<>();
        for (String name : names) {
            Optional<Model> model =
                    models.model(name).filter(m -> m.definition().exposure().json());
            if (model.isPresent()) {
                found.add(model.get());
            } else {
                String shown = name.length() > 63 ? name.substring(0, 63) + "…" : name;
                unknown.add(new Violation(
                        "?models",
                        "unknown_model",
                        Message.of("There is no model ''{model}''.").with("model", shown)));
            }
        }
        if (!unknown.isEmpty()) {
            throw RequestRejectedException.malformed("unknown_model", "A model is not known here.", unknown);
        }
        found.removeIf(model -> model.key().isEmpty()); // a hit leads to a record
        for (Model model : found) {
            requireView(actor, model);
        }
        return List.copyOf(found);
    }

    @Override
    public List<Suggestion> suggest(Actor actor, String query, Function<Label, String> texts) {
        refuseAnonymous(actor);
        String phrase = phrase(query);
        List<Model> shown = models.models().stream()
                .filter(model -> !model.key().isEmpty()
                        && model.definition().exposure().html()
                        && actor.rights().allows(Action.VIEW, model))
                .toList();
        List<Suggestion> suggestions = new ArrayList<>();
        shown.stream()
                .filter(model -> fits(phrase, texts, model.definition().labels().many(), model.name()))
                .sorted(byBeginning(
                        phrase, model -> texts.apply(model.definition().labels().many())))
                .limit(phrase.isEmpty() ? SUGGESTIONS : OF_A_KIND)
                .forEach(model -> suggestions.add(new Suggestion(
                        Suggestion.Kind.MODEL,
                        model,
                        Optional.empty(),
                        Optional.empty(),
                        texts.apply(model.definition().labels().many()),
                        model.definition().navigation().group().map(texts).orElse(""))));
        if (phrase.isEmpty()) {
            return suggestions;
        }
        shown.stream()
                .flatMap(model -> model.fields().stream()
                        .filter(field -> !field.writeOnly()
                                && actor.rights().allows(Action.VIEW, model, field)
                                && fits(phrase, texts, field.labels(), field.name()))
                        .map(field -> new Suggestion(
                                Suggestion.Kind.FIELD,
                                model,
                                Optional.empty(),
                                Optional.of(field.name()),
                                texts.apply(field.labels()),
                                texts.apply(model.definition().labels().many()))))
                .sorted(byBeginning(phrase, Suggestion::label))
                .limit(OF_A_KIND)
                .forEach(suggestions::add);
        ofEachModel(hits(actor, shown, phrase).hits()).stream()
                .limit(SUGGESTIONS - suggestions.size())
                .forEach(hit -> suggestions.add(new Suggestion(
                        Suggestion.Kind.RECORD,
                        hit.model(),
                        Optional.of(hit.key()),
                        Optional.empty(),
                        hit.label(),
                        texts.apply(hit.model().definition().labels().one()) + " · " + hit.detail())));
        return suggestions;
    }

    /** The first hits of each model: records of one must not leave out all others. Those of a single model, all. */
    private static List<Hit> ofEachModel(List<Hit> hits) {
        Map<Model, Integer> taken = new HashMap<>();
        List<Hit> some = hits.stream()
                .filter(hit -> taken.merge(hit.model(), 1, Integer::sum) <= OF_A_KIND)
                .toList();
        return taken.size() == 1 ? hits : some;
    }

    @Override
    public List<Choice> choices(Actor actor, Model model, String field, String typed, int limit) {
        refuseAnonymous(actor);
        if (limit < 1 || limit > 100) {
            throw new IllegalArgumentException("1 to 100 choices are given, not " + limit);
        }
        FieldDefinition reference = model.field(field)
                .filter(one -> one.type() == FieldType.REFERENCE || one.type() == FieldType.REFERENCES)
                .orElseThrow(() -> RequestRejectedException.notFound(
                        Message.of("''{model}'' has no such reference.").with("model", model.name())));
        if (!model.form()
                && Stream.of(Action.VIEW, Action.CREATE, Action.EDIT)
                        .noneMatch(action -> actor.rights().allows(action, model, reference))) {
            throw RequestRejectedException.forbidden(
                    "forbidden",
                    Message.of("This needs a right on ''{reference}''.").with("reference", reference.name()));
        }
        Model target = model.target(reference);
        requireView(actor, target);
        String phrase = phrase(typed);
        List<FieldDefinition> telling = distinguishing(actor, target);
        List<FieldDefinition> shown = Stream.concat(
                        visible(actor, target, target.display().fields()).stream(), telling.stream())
                .distinct()
                .toList();
        if (phrase.isEmpty()) {
            return index.first(target, ordering(actor, target), shown, viewableBy(actor, target), limit).stream()
                    .map(candidate -> choice(actor, target, telling, candidate))
                    .toList();
        }
        Map<RecordKey, Choice> choices = new LinkedHashMap<>();
        key(target, phrase)
                .map(key -> index.of(target, List.of(key), shown, viewableBy(actor, target)))
                .ifPresent(found -> found.values()
                        .forEach(candidate -> choices.put(candidate.key(), choice(actor, target, telling, candidate))));
        for (Hit hit : hits(actor, List.of(target), phrase).hits()) {
            if (choices.size() == limit) {
                break;
            }
            choices.putIfAbsent(hit.key(), new Choice(hit.key(), hit.label(), hit.detail()));
        }
        return List.copyOf(choices.values());
    }

    private static Choice choice(Actor actor, Model model, List<FieldDefinition> telling, Candidate candidate) {
        return new Choice(candidate.key(), named(actor, model, candidate).label(), detail(model, telling, candidate));
    }

    /** The fields whose values distinguish records with the same name, best first: not those with few values. */
    private static List<FieldDefinition> distinguishing(Actor actor, Model model) {
        List<FieldDefinition> naming = model.display().fields();
        Stream<FieldDefinition> unique =
                model.fields().stream().filter(field -> field.storage().unique() && !field.primaryKey());
        Stream<FieldDefinition> searched = model.searchPaths().stream()
                .filter(path -> path.through().isEmpty())
                .map(FieldPath::field);
        Stream<FieldDefinition> listed =
                model.definition().list().columns().stream().flatMap(name -> model.field(name).stream());
        return Stream.of(unique, searched, listed)
                .flatMap(fields -> fields)
                .filter(field -> field.stored()
                        && field.queryable()
                        && field.type().isOrdered()
                        && field.type() != FieldType.BOOLEAN
                        && field.type() != FieldType.ENUM
                        && field.reference().isEmpty()
                        && !field.primaryKey()
                        && !naming.contains(field)
                        && actor.rights().allows(Action.VIEW, model, field))
                .distinct()
                .limit(DISTINGUISHING)
                .toList();
    }

    private static String detail(Model model, List<FieldDefinition> telling, Candidate candidate) {
        String values = telling.stream()
                .map(field -> candidate.values().get(field.name()))
                .flatMap(Stream::ofNullable)
                .map(FieldText::write)
                .filter(text -> !text.isBlank())
                .map(RecordSearch::shortened)
                .collect(Collectors.joining(" · "));
        return values.isEmpty()
                ? model.key().stream().map(FieldDefinition::label).collect(Collectors.joining(", ")) + " "
                        + candidate.key().encoded()
                : values;
    }

    private static String shortened(String text) {
        String line = text.strip().replaceAll("\\s+", " ");
        return line.codePointCount(0, line.length()) <= MAX_DETAIL_LENGTH
                ? line
                : line.substring(0, line.offsetByCodePoints(0, MAX_DETAIL_LENGTH)) + "…";
    }

    /** The model's order, restricted to fields that the actor may view. */
    private static List<ListQuery.Order> ordering(Actor actor, Model model) {
        return model.definition().list().ordering().stream()
                .map(key -> new ListQuery.Order(model.fieldNamed(key.field()), key.descending()))
                .filter(order -> actor.rights().allows(Action.VIEW, model, order.field()))
                .toList();
    }

    /** The input as a key, if it is a valid one. */
    private static Optional<RecordKey> key(Model model, String typed) {
        return model.key().size() > 1
                ? RecordKey.parse(model, typed)
                : FieldText.parse(model, model.key().getFirst(), typed).map(value -> new RecordKey(List.of(value)));
    }

    @Override
    public Map<RecordKey, String> labels(Actor actor, Model model, Collection<RecordKey> keys) {
        refuseAnonymous(actor);
        if (keys.isEmpty() || !actor.rights().allows(Action.VIEW, model)) {
            return Map.of();
        }
        List<FieldDefinition> naming = visible(actor, model, model.display().fields());
        try {
            Map<RecordKey, String> labels = new HashMap<>();
            index.of(model, Set.copyOf(keys), naming, viewableBy(actor, model))
                    .forEach((key, candidate) ->
                            labels.put(key, named(actor, model, candidate).label()));
            return labels;
        } catch (ServiceUnavailableException e) {
            if (e.reason() != ServiceUnavailableException.Reason.MODEL_UNAVAILABLE) {
                throw e;
            }
            return Map.of(); // records that reference them show their keys
        }
    }

    private static NamedRecord named(Actor actor, Model model, Candidate candidate) {
        return NamedRecord.of(
                actor, model, candidate.key(), field -> candidate.values().get(field.name()));
    }

    private Condition viewableBy(Actor actor, Model model) {
        @Nullable RecordHooks own = hooks.get(model.name());
        return policies.condition(actor, model, Action.VIEW).and((own == null ? NO_HOOKS : own).rowPolicy(actor));
    }

    private static void requireView(Actor actor, Model model) {
        if (!actor.rights().allows(Action.VIEW, model)) {
            throw RequestRejectedException.missingRight(Action.VIEW, model.name());
        }
    }

    private static boolean fits(String phrase, Function<Label, String> texts, Label label, String name) {
        return Stream.of(texts.apply(label), label.text(), name)
                .anyMatch(text -> Ranking.indexOf(text, phrase, 0) >= 0);
    }

    private static <T> Comparator<T> byBeginning(String phrase, Function<T, String> label) {
        return Comparator.<T>comparingInt(one -> Ranking.indexOf(label.apply(one), phrase, 0) == 0 ? 0 : 1)
                .thenComparing(label);
    }

    private static void refuseAnonymous(Actor actor) {
        if (actor instanceof Actor.Anonymous) {
            throw RequestRejectedException.unauthenticated("unauthenticated", "Sign in first.");
        }
    }

    private static String phrase(String query) {
        if (query.length() > LONGEST_QUERY) {
            throw invalid(
                    "max_length",
                    Message.of(
                                    "{limit, plural, one {At most # character is allowed.} other {At most # characters are allowed.}}")
                            .with("limit", LONGEST_QUERY));
        }
        for (int i = 0; i < query.length(); i++) {
            char c = query.charAt(i);
            boolean pair = Character.isHighSurrogate(c)
                    && i + 1 < query.length()
                    && Character.isLowSurrogate(query.charAt(i + 1));
            if (c == 0 || (Character.isSurrogate(c) && !pair)) {
                throw invalid("characters", Message.of("It holds a character that is never stored."));
            }
            i += pair ? 1 : 0;
        }
        return query.strip();
    }

    private static RequestRejectedException invalid(String code, Message message) {
        return RequestRejectedException.invalid(
                "invalid", "The query is not valid.", List.of(new Violation("?q", code, message)));
    }

    /** The hits, and the models of which only the newest records were examined. */
    private record Hits(List<Hit> hits, List<Model> newestOnly) {}

    private Hits hits(Actor actor, List<Model> wanted, String text) {
        List<String> words = List.of(text.split("\\s+"));
        String phrase = String.join(" ", words);
        Instant end = clock.instant().plus(BUDGET);
        List<Hit> hits = new ArrayList<>();
        List<Model> newestOnly = new ArrayList<>();
        for (Model model : wanted) {
            if (clock.instant().isAfter(end)) {
                break;
            }
            List<FieldDefinition> fields = visible(actor, model, SearchIndex.searched(model));
            if (!fields.isEmpty()) {
                try {
                    if (find(
                            actor,
                            model,
                            fields,
                            phrase,
                            words.stream().distinct().toList(),
                            hits)) {
                        newestOnly.add(model);
                    }
                } catch (ServiceUnavailableException e) {
                    if (e.reason() != ServiceUnavailableException.Reason.MODEL_UNAVAILABLE || wanted.size() == 1) {
                        throw e;
                    }
                    LOG.log(System.Logger.Level.WARNING, "The search leaves out a model: {0}", e.getMessage());
                }
            }
        }
        hits.sort(BEST_FIRST);
        return new Hits(hits, newestOnly);
    }

    /** Adds the hits of a model; returns whether only its newest records were examined. */
    private boolean find(
            Actor actor, Model model, List<FieldDefinition> fields, String phrase, List<String> words, List<Hit> hits) {
        Condition condition = viewableBy(actor, model);
        List<FieldDefinition> naming = visible(actor, model, model.display().fields());
        List<FieldDefinition> telling = distinguishing(actor, model);
        List<FieldDefinition> shown = Stream.of(fields, naming, telling)
                .flatMap(List::stream)
                .distinct()
                .toList();
        Optional<FieldDefinition> leading = naming.stream().findFirst().filter(fields::contains);
        SearchIndex.Found found = index.find(new Wish(model, fields, shown, leading, phrase, words, condition));
        for (Candidate candidate : found.candidates()) {
            String label = named(actor, model, candidate).label();
            List<String> texts = texts(candidate, fields);
            hits.add(new Hit(
                    model,
                    candidate.key(),
                    label,
                    detail(model, telling, candidate),
                    Ranking.snippet(texts, words),
                    Ranking.score(label, texts, phrase, words) * weight(model)));
        }
        return found.newestOnly();
    }

    /** Entries of logs name the records that are meant, and come after them. */
    private static double weight(Model model) {
        return model.builtIn() && !model.allows(Operation.CREATE) ? 0.5 : 1;
    }

    private static List<FieldDefinition> visible(Actor actor, Model model, List<FieldDefinition> fields) {
        return fields.stream()
                .filter(field -> actor.rights().allows(Action.VIEW, model, field))
                .toList();
    }

    private static List<String> texts(Candidate candidate, List<FieldDefinition> fields) {
        List<String> texts = new ArrayList<>();
        for (FieldDefinition field : fields) {
            @Nullable Object value = candidate.values().get(field.name());
            if (value != null) {
                texts.add(FieldText.write(value));
            }
        }
        return texts;
    }
}
