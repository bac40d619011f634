package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.application.ratelimit.RateLimitRule;
import dev.hexadmin.bootstrap.configuration.YamlSource.Section;
import dev.hexadmin.domain.ratelimit.Limit;
import dev.hexadmin.http.settings.HttpSettings.CallLimit;
import dev.hexadmin.http.settings.HttpSettings.CallLimit.Per;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Reads {@code rate_limits.more} of a configuration file. */
final class RateLimitsReader {
    /** The options of a limit, in the order in which they are written. */
    static final List<String> OPTIONS = List.of("name", "paths", "methods", "per", "limit", "window");

    /** Each request is held against all of them. */
    private static final int MOST = 50;

    private static final int MOST_CALLS = 10_000;
    private static final int LONGEST_WINDOW = 86_400;
    private static final List<String> METHODS = List.of("GET", "POST", "PUT", "PATCH", "DELETE");
    private static final List<String> PER =
            Arrays.stream(Per.values()).map(RateLimitsReader::word).toList();

    private final YamlSource source;

    RateLimitsReader(YamlSource source) {
        this.source = source;
    }

    List<CallLimit> read(Node node, String path) {
        List<CallLimit> limits = new ArrayList<>();
        if (!(node instanceof SequenceNode sequence)) {
            source.problem(node, path, "a list of limits is expected");
        } else if (sequence.getValue().size() > MOST) {
            source.problem(node, path, "there are at most " + MOST + " limits");
        } else {
            Set<String> names = new HashSet<>();
            Arrays.stream(RateLimitRule.values())
                    .map(occasion -> occasion.usual().name())
                    .forEach(names::add);
            for (int i = 0; i < sequence.getValue().size(); i++) {
                limit(sequence.getValue().get(i), path + "[" + i + "]", names).ifPresent(limits::add);
            }
        }
        return limits;
    }

    private Optional<CallLimit> limit(Node node, String path, Set<String> names) {
        Section said = source.section(node, path, OPTIONS);
        Optional<String> name = needed(said, "name", said.text("name"));
        Optional<List<String>> paths = needed(said, "paths", said.texts("paths"));
        Optional<Set<String>> methods = methods(said);
        Optional<String> per = needed(said, "per", said.word("per", PER));
        OptionalInt limit = needed(said, "limit", said.whole("limit", 1, MOST_CALLS));
        OptionalInt window = needed(said, "window", said.whole("window", 1, LONGEST_WINDOW));
        if (name.isPresent() && !names.add(name.get())) {
            said.problem("name", "there is another limit " + YamlSource.shown(name.get()));
        }
        if (paths.isPresent() && paths.get().isEmpty()) {
            said.problem("paths", "at least one path is expected");
        }
        if (name.isEmpty()
                || paths.isEmpty()
                || methods.isEmpty()
                || per.isEmpty()
                || limit.isEmpty()
                || window.isEmpty()) {
            return Optional.empty();
        }
        return made(said, "name", () -> new Limit(name.get(), limit.getAsInt(), Duration.ofSeconds(window.getAsInt())))
                .flatMap(made -> made(
                        said,
                        "paths",
                        () -> new CallLimit(
                                made,
                                paths.get(),
                                methods.get(),
                                Per.valueOf(per.get().toUpperCase(Locale.ROOT)))));
    }

    private interface Making<T> {
        T make();
    }

    /** What is left to be wrong when the numbers are right. */
    private static <T> Optional<T> made(Section said, String option, Making<T> making) {
        try {
            return Optional.of(making.make());
        } catch (IllegalArgumentException e) {
            said.problem(option, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private static <T> Optional<T> needed(Section said, String option, Optional<T> value) {
        missing(said, option);
        return value;
    }

    private static OptionalInt needed(Section said, String option, OptionalInt value) {
        missing(said, option);
        return value;
    }

    private static void missing(Section said, String option) {
        if (said.node(option).isEmpty()) {
            said.problem(option, "a limit needs this");
        }
    }

    /** None is all of them; empty is a problem. */
    private Optional<Set<String>> methods(Section said) {
        Set<String> methods = new LinkedHashSet<>();
        if (said.node("methods").isEmpty()) {
            return Optional.of(methods);
        }
        for (String word : said.texts("methods").orElse(List.of())) {
            String method = word.toUpperCase(Locale.ROOT);
            if (METHODS.contains(method)) {
                methods.add(method);
            } else {
                source.problems()
                        .add(
                                source.place(said.node("methods").orElseThrow()),
                                said.path("methods"),
                                YamlSource.shown(word) + " is none of " + String.join(", ", METHODS),
                                Nearest.to(method, METHODS));
            }
        }
        return methods.isEmpty() ? Optional.empty() : Optional.of(methods);
    }

    private static String word(Per per) {
        return per.name().toLowerCase(Locale.ROOT);
    }
}
