package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.application.dashboard.CardDefinition;
import dev.hexadmin.application.dashboard.CardDefinition.Look;
import dev.hexadmin.application.dashboard.CardDefinition.Step;
import dev.hexadmin.bootstrap.configuration.YamlSource.Section;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Reads the {@code dashboard} of a configuration file. */
final class DashboardReader {
    /** The options of each type of card, in the order in which they are written. */
    static final Map<String, List<String>> OPTIONS = options();

    private static final String TYPE = "type";
    private static final String TITLE = "title";
    private static final int USUAL_CHANGES = 10;
    private static final int USUAL_HOURS = 24;

    private final YamlSource source;

    DashboardReader(YamlSource source) {
        this.source = source;
    }

    private static Map<String, List<String>> options() {
        Map<String, List<String>> options = new LinkedHashMap<>();
        options.put("count", List.of(TYPE, TITLE, "model", "filter"));
        options.put("recent_changes", List.of(TYPE, TITLE, "limit"));
        options.put("sign_in_failures", List.of(TYPE, TITLE, "hours"));
        options.put("chart", List.of(TYPE, TITLE, "model", "field", "kind", "by", "sum", "filter"));
        return options;
    }

    DashboardSettings read(Node node, String path) {
        List<DashboardSettings.Said> cards = new ArrayList<>();
        if (!(node instanceof SequenceNode sequence)) {
            source.problem(node, path, "a list of cards is expected");
        } else if (sequence.getValue().size() > CardDefinition.MOST) {
            source.problem(node, path, "there are at most " + CardDefinition.MOST + " cards");
        } else {
            for (int i = 0; i < sequence.getValue().size(); i++) {
                Node each = sequence.getValue().get(i);
                String at = path + "[" + i + "]";
                card(each, at).ifPresent(card -> cards.add(new DashboardSettings.Said(card, source.place(each), at)));
            }
        }
        return DashboardSettings.of(cards);
    }

    private Optional<CardDefinition> card(Node node, String path) {
        Set<String> all = new LinkedHashSet<>();
        OPTIONS.values().forEach(all::addAll);
        Section any = source.section(node, path, all);
        Optional<String> type = any.word(TYPE, OPTIONS.keySet());
        if (type.isEmpty()) {
            if (node instanceof MappingNode && !any.members().containsKey(TYPE)) {
                source.problem(node, any.path(TYPE), "one of " + String.join(", ", OPTIONS.keySet()) + " is expected");
            }
            return Optional.empty();
        }
        List<String> own = OPTIONS.getOrDefault(type.get(), List.of());
        any.members().keySet().stream()
                .filter(option -> !own.contains(option))
                .forEach(option -> any.problem(option, "a card of type '" + type.get() + "' has no such option"));
        Optional<String> title = any.text(TITLE);
        return switch (type.get()) {
            case "count" -> model(any).map(model -> new CardDefinition.Count(title, model, filter(any)));
            case "recent_changes" ->
                Optional.of(new CardDefinition.RecentChanges(
                        title,
                        any.whole("limit", 1, CardDefinition.RecentChanges.MOST_CHANGES)
                                .orElse(USUAL_CHANGES)));
            case "sign_in_failures" ->
                Optional.of(new CardDefinition.SignInFailures(
                        title,
                        any.whole("hours", 1, CardDefinition.SignInFailures.MOST_HOURS)
                                .orElse(USUAL_HOURS)));
            default -> chart(any, title);
        };
    }

    private Optional<CardDefinition> chart(Section card, Optional<String> title) {
        Optional<String> model = model(card);
        Optional<String> field = needed(card, "field");
        Look look = word(card, "kind", Look.values()).orElse(Look.BAR);
        Step by = word(card, "by", Step.values()).orElse(Step.VALUE);
        Optional<String> sum = card.text("sum");
        Map<String, String> filter = filter(card);
        return model.flatMap(
                name -> field.map(groups -> new CardDefinition.Chart(title, name, groups, look, by, sum, filter)));
    }

    private Optional<String> model(Section card) {
        return needed(card, "model");
    }

    private static Optional<String> needed(Section card, String option) {
        Optional<String> text = card.text(option);
        if (text.isEmpty() && !card.members().containsKey(option)) {
            card.problem(option, "this card needs it");
        }
        return text;
    }

    private static <E extends Enum<E>> Optional<E> word(Section card, String option, E[] values) {
        return card.word(
                        option,
                        Arrays.stream(values)
                                .map(value -> value.name().toLowerCase(Locale.ROOT))
                                .toList())
                .flatMap(word -> Arrays.stream(values)
                        .filter(value -> value.name().equalsIgnoreCase(word))
                        .findFirst());
    }

    /** The query of a list, {@code status=active&price__gte=10}, or a mapping of the same. */
    private Map<String, String> filter(Section card) {
        Map<String, String> filter = new LinkedHashMap<>();
        Optional<Node> node = card.node("filter");
        String path = card.path("filter");
        if (node.isPresent() && node.get() instanceof MappingNode) {
            source.members(node.get(), path)
                    .forEach((name, value) -> source.scalar(value, YamlSource.join(path, name))
                            .ifPresent(text -> filter.put(name, text)));
        } else if (node.isPresent()) {
            for (String part : card.text("filter").orElse("").split("&", -1)) {
                int cut = part.indexOf('=');
                @Nullable String name = cut <= 0 ? null : decoded(part.substring(0, cut));
                @Nullable String value = cut <= 0 ? null : decoded(part.substring(cut + 1));
                if (name == null || value == null) {
                    card.problem("filter", "a filter such as status=active&price__gte=10 is expected");
                } else if (filter.putIfAbsent(name, value) != null) {
                    card.problem("filter", YamlSource.shown(name) + " is there twice");
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
