package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.application.dashboard.CardDefinition;
import dev.hexadmin.application.dashboard.CardDefinition.Look;
import dev.hexadmin.application.dashboard.CardDefinition.Step;
import dev.hexadmin.bootstrap.configuration.YamlSource.Section;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Reads the {@code dashboard} of a configuration file. */
final class DashboardReader {
    private static final int DEFAULT_CHANGES = 10;
    private static final int DEFAULT_HOURS = 24;

    private static final ConfigOption<String> TITLE = ConfigOption.text("title");
    private static final ConfigOption<String> MODEL = ConfigOption.text("model");
    private static final ConfigOption<String> FIELD = ConfigOption.text("field");
    private static final ConfigOption<String> SUM = ConfigOption.text("sum");
    private static final ConfigOption<Look> KIND = new ConfigOption<>("kind", ConfigType.word(Look.class));
    private static final ConfigOption<Step> BY = new ConfigOption<>("by", ConfigType.word(Step.class));
    private static final ConfigOption<Integer> LIMIT =
            ConfigOption.number("limit", 1, CardDefinition.RecentChanges.MOST_CHANGES);
    private static final ConfigOption<Integer> HOURS =
            ConfigOption.number("hours", 1, CardDefinition.SignInFailures.MOST_HOURS);
    private static final ConfigOption<Void> FILTER = ConfigOption.structure(
            "filter", JsonSchema.with(JsonSchema.type("string", "object"), "additionalProperties", JsonSchema.text()));

    /**
     * The options of each type of card in addition to {@code type} and {@code title}, in the order in which they are
     * written.
     */
    static final Map<String, List<ConfigOption<?>>> OPTIONS = options();

    private static final ConfigOption<String> TYPE = ConfigOption.word("type", List.copyOf(OPTIONS.keySet()));

    private final YamlSource source;

    DashboardReader(YamlSource source) {
        this.source = source;
    }

    private static Map<String, List<ConfigOption<?>>> options() {
        Map<String, List<ConfigOption<?>>> options = new LinkedHashMap<>();
        options.put("count", List.of(MODEL, FILTER));
        options.put("recent_changes", List.of(LIMIT));
        options.put("sign_in_failures", List.of(HOURS));
        options.put("chart", List.of(MODEL, FIELD, KIND, BY, SUM, FILTER));
        return options;
    }

    private static List<ConfigOption<?>> all() {
        Map<String, ConfigOption<?>> all = new LinkedHashMap<>();
        all.put(TYPE.name(), TYPE);
        all.put(TITLE.name(), TITLE);
        OPTIONS.values().forEach(options -> options.forEach(option -> all.put(option.name(), option)));
        return List.copyOf(all.values());
    }

    static Map<String, Object> schema() {
        List<Map<String, Object>> cards = new ArrayList<>();
        OPTIONS.forEach((type, options) -> {
            List<ConfigOption<?>> own = new ArrayList<>(List.of(ConfigOption.word("type", List.of(type)), TITLE));
            own.addAll(options);
            cards.add(ConfigOption.schema(
                    own,
                    Stream.of(TYPE, MODEL, FIELD)
                            .filter(option -> option.equals(TYPE) || options.contains(option))
                            .map(ConfigOption::name)
                            .toList()));
        });
        return JsonSchema.mappings(Map.of("oneOf", cards), CardDefinition.MOST);
    }

    DashboardSettings read(Node node, String path) {
        List<DashboardSettings.ConfiguredCard> cards = new ArrayList<>();
        if (!(node instanceof SequenceNode sequence)) {
            source.problem(node, path, "a list of cards is expected");
        } else if (sequence.getValue().size() > CardDefinition.MOST) {
            source.problem(node, path, "there are at most " + CardDefinition.MOST + " cards");
        } else {
            for (int i = 0; i < sequence.getValue().size(); i++) {
                Node each = sequence.getValue().get(i);
                String at = path + "[" + i + "]";
                card(each, at)
                        .ifPresent(
                                card -> cards.add(new DashboardSettings.ConfiguredCard(card, source.place(each), at)));
            }
        }
        return DashboardSettings.of(cards);
    }

    private Optional<CardDefinition> card(Node node, String path) {
        Section any = source.section(node, path, ConfigOption.names(all()));
        Optional<String> type = any.get(TYPE);
        if (type.isEmpty()) {
            if (node instanceof MappingNode && !any.members().containsKey(TYPE.name())) {
                source.problem(
                        node, any.path(TYPE.name()), "one of " + String.join(", ", OPTIONS.keySet()) + " is expected");
            }
            return Optional.empty();
        }
        List<String> own = new ArrayList<>(List.of(TYPE.name(), TITLE.name()));
        own.addAll(ConfigOption.names(OPTIONS.getOrDefault(type.get(), List.of())));
        any.members().keySet().stream()
                .filter(option -> !own.contains(option))
                .forEach(option -> any.problem(option, "a card of type '" + type.get() + "' has no such option"));
        Optional<String> title = any.get(TITLE);
        return switch (type.get()) {
            case "count" -> model(any).map(model -> new CardDefinition.Count(title, model, filter(any)));
            case "recent_changes" ->
                Optional.of(
                        new CardDefinition.RecentChanges(title, any.get(LIMIT).orElse(DEFAULT_CHANGES)));
            case "sign_in_failures" ->
                Optional.of(
                        new CardDefinition.SignInFailures(title, any.get(HOURS).orElse(DEFAULT_HOURS)));
            default -> chart(any, title);
        };
    }

    private Optional<CardDefinition> chart(Section card, Optional<String> title) {
        Optional<String> model = model(card);
        Optional<String> field = needed(card, FIELD);
        Look look = card.get(KIND).orElse(Look.BAR);
        Step by = card.get(BY).orElse(Step.VALUE);
        Optional<String> sum = card.get(SUM);
        Map<String, String> filter = filter(card);
        return model.flatMap(
                name -> field.map(groups -> new CardDefinition.Chart(title, name, groups, look, by, sum, filter)));
    }

    private Optional<String> model(Section card) {
        return needed(card, MODEL);
    }

    private static Optional<String> needed(Section card, ConfigOption<String> option) {
        if (!card.members().containsKey(option.name())) {
            card.problem(option.name(), "this card requires it");
        }
        return card.get(option);
    }

    /** Parses the query of a list: {@code status=active&price__gte=10}, or a mapping with the same content. */
    private Map<String, String> filter(Section card) {
        Map<String, String> filter = new LinkedHashMap<>();
        Optional<Node> node = card.node(FILTER.name());
        String path = card.path(FILTER.name());
        if (node.isPresent() && node.get() instanceof MappingNode) {
            source.members(node.get(), path)
                    .forEach((name, value) -> source.scalar(value, YamlSource.join(path, name))
                            .ifPresent(text -> filter.put(name, text)));
        } else if (node.isPresent()) {
            for (String part : source.scalar(node.get(), path).orElse("").split("&", -1)) {
                int cut = part.indexOf('=');
                @Nullable String name = cut <= 0 ? null : decoded(part.substring(0, cut));
                @Nullable String value = cut <= 0 ? null : decoded(part.substring(cut + 1));
                if (name == null || value == null) {
                    card.problem(FILTER.name(), "a filter such as status=active&price__gte=10 is expected");
                } else if (filter.putIfAbsent(name, value) != null) {
                    card.problem(FILTER.name(), YamlSource.shown(name) + " is given twice");
                }
            }
        }
        return filter;
    }

    private static @Nullable String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
