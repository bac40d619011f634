package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.application.ratelimit.RateLimitRule;
import dev.hexadmin.bootstrap.Setting;
import dev.hexadmin.bootstrap.configuration.YamlSource.Section;
import dev.hexadmin.domain.ratelimit.Limit;
import dev.hexadmin.domain.text.Nearest;
import dev.hexadmin.http.settings.HttpSettings.CallLimit;
import dev.hexadmin.http.settings.HttpSettings.CallLimit.Per;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Reads {@code rate_limits.more} of a configuration file. */
final class RateLimitsReader {
    /** The options of a limit, in the documented order. */
    static final List<ConfigOption<?>> OPTIONS;

    /** The maximum number of custom limits, since each request is checked against all of them. */
    private static final int MAX_LIMITS = 50;

    private static final List<String> METHODS = List.of("GET", "POST", "PUT", "PATCH", "DELETE");
    private static final ConfigOption<String> NAME = ConfigOption.text("name");
    private static final ConfigOption<List<String>> PATHS = ConfigOption.texts("paths");
    private static final ConfigOption<List<String>> METHOD_LIST = ConfigOption.texts("methods");
    private static final ConfigOption<Per> PER = new ConfigOption<>("per", ConfigType.word(Per.class));
    private static final ConfigOption<Integer> LIMIT = ConfigOption.number("limit", 1, 10_000);
    private static final ConfigOption<Integer> WINDOW = ConfigOption.number("window", 1, 86_400);

    static {
        OPTIONS = List.of(NAME, PATHS, METHOD_LIST, PER, LIMIT, WINDOW);
    }

    private final YamlSource source;

    RateLimitsReader(YamlSource source) {
        this.source = source;
    }

    static Map<String, Object> schema() {
        return JsonSchema.mappings(
                ConfigOption.schema(OPTIONS, List.of("name", "paths", "per", "limit", "window")), MAX_LIMITS);
    }

    /** The built-in limits; 0 switches one off. */
    static Map<RateLimitRule, Limit> limits(SettingValues settings) {
        Map<RateLimitRule, Limit> limits = new EnumMap<>(RateLimitRule.class);
        for (RateLimitRule rule : RateLimitRule.values()) {
            RuleSettings of = settingsOf(rule);
            int most = settings.get(of.limit());
            if (most > 0) {
                limits.put(rule, new Limit(rule.usual().name(), most, settings.get(of.window())));
            }
        }
        return limits;
    }

    private record RuleSettings(Setting<Integer> limit, Setting<Duration> window) {}

    private static RuleSettings settingsOf(RateLimitRule rule) {
        return switch (rule) {
            case SIGN_IN_OF_ADDRESS ->
                new RuleSettings(Setting.SIGN_IN_OF_ADDRESS_LIMIT, Setting.SIGN_IN_OF_ADDRESS_WINDOW);
            case SIGN_IN -> new RuleSettings(Setting.SIGN_IN_LIMIT, Setting.SIGN_IN_WINDOW);
            case SECOND_FACTOR -> new RuleSettings(Setting.SECOND_FACTOR_LIMIT, Setting.SECOND_FACTOR_WINDOW);
            case PANEL_SIGN_IN -> new RuleSettings(Setting.PANEL_SIGN_IN_LIMIT, Setting.PANEL_SIGN_IN_WINDOW);
            case REFRESH -> new RuleSettings(Setting.REFRESH_LIMIT, Setting.REFRESH_WINDOW);
            case SIGN_OUT -> new RuleSettings(Setting.SIGN_OUT_LIMIT, Setting.SIGN_OUT_WINDOW);
            case PASSWORD_RESET -> new RuleSettings(Setting.PASSWORD_RESET_LIMIT, Setting.PASSWORD_RESET_WINDOW);
            case MAILED_LINKS -> new RuleSettings(Setting.MAILED_LINKS_LIMIT, Setting.MAILED_LINKS_WINDOW);
        };
    }

    List<CallLimit> read(Node node, String path) {
        List<CallLimit> limits = new ArrayList<>();
        if (!(node instanceof SequenceNode sequence)) {
            source.problem(node, path, "a list of limits is expected");
        } else if (sequence.getValue().size() > MAX_LIMITS) {
            source.problem(node, path, "there are at most " + MAX_LIMITS + " limits");
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
        Section members = source.section(node, path, ConfigOption.names(OPTIONS));
        Optional<String> name = required(members, NAME);
        Optional<List<String>> paths = required(members, PATHS);
        Optional<Set<String>> methods = methods(members);
        Optional<Per> per = required(members, PER);
        Optional<Integer> limit = required(members, LIMIT);
        Optional<Integer> window = required(members, WINDOW);
        if (name.isPresent() && !names.add(name.get())) {
            members.problem("name", "there is another limit " + YamlSource.shown(name.get()));
        }
        if (paths.isPresent() && paths.get().isEmpty()) {
            members.problem("paths", "at least one path is expected");
        }
        if (name.isEmpty()
                || paths.isEmpty()
                || methods.isEmpty()
                || per.isEmpty()
                || limit.isEmpty()
                || window.isEmpty()) {
            return Optional.empty();
        }
        return checked(members, "name", () -> new Limit(name.get(), limit.get(), Duration.ofSeconds(window.get())))
                .flatMap(checked ->
                        checked(members, "paths", () -> new CallLimit(checked, paths.get(), methods.get(), per.get())));
    }

    private interface Construction<T> {
        T make();
    }

    /** Checks the remaining rules after the numbers. */
    private static <T> Optional<T> checked(Section members, String option, Construction<T> making) {
        try {
            return Optional.of(making.make());
        } catch (IllegalArgumentException e) {
            members.problem(option, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private static <T> Optional<T> required(Section members, ConfigOption<T> option) {
        if (members.node(option.name()).isEmpty()) {
            members.problem(option.name(), "a limit needs this");
        }
        return members.get(option);
    }

    /** An absent list means all methods; an empty list is a problem. */
    private Optional<Set<String>> methods(Section members) {
        Set<String> methods = new LinkedHashSet<>();
        if (members.node("methods").isEmpty()) {
            return Optional.of(methods);
        }
        for (String word : members.get(METHOD_LIST).orElse(List.of())) {
            String method = word.toUpperCase(Locale.ROOT);
            if (METHODS.contains(method)) {
                methods.add(method);
            } else {
                source.problems()
                        .add(
                                source.place(members.node("methods").orElseThrow()),
                                members.path("methods"),
                                YamlSource.shown(word) + " is not one of " + String.join(", ", METHODS),
                                Nearest.to(method, METHODS));
            }
        }
        return methods.isEmpty() ? Optional.empty() : Optional.of(methods);
    }
}
