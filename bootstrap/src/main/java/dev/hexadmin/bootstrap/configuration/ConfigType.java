package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.http.settings.HttpSettings;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The type of a value in the configuration: reads it from text and checks it, writes it, and describes it for the
 * documentation and for JSON Schema. Immutable.
 *
 * @param <T> what a program gets
 */
public final class ConfigType<T> {
    private static final Pattern MOUNT = Pattern.compile("(/[A-Za-z0-9][A-Za-z0-9._~-]*)+");
    private static final List<String> OWN_PATHS =
            List.of("/observe", "/docs", "/openapi.json", "/problems", "/api/auth");

    private final String description;
    private final Map<String, Object> schema;
    private final Reader<T> reader;
    private final Function<T, String> writer;
    private final boolean list;

    private interface Reader<T> {
        Optional<T> read(List<String> texts, Complaints complaints);
    }

    /** Receives the problems of a value. */
    interface Complaints {
        void add(String message, Optional<String> nearest);

        default void add(String message) {
            add(message, Optional.empty());
        }
    }

    private ConfigType(
            String description,
            Map<String, Object> schema,
            Reader<T> reader,
            Function<T, String> writer,
            boolean list) {
        this.description = description;
        this.schema = schema;
        this.reader = reader;
        this.writer = writer;
        this.list = list;
    }

    private static <T> ConfigType<T> of(
            String description, Map<String, Object> schema, Reader<T> reader, Function<T, String> writer) {
        return new ConfigType<>(description, schema, reader, writer, false);
    }

    // ---- single values

    /** Any text. */
    public static ConfigType<String> text() {
        return of("text", JsonSchema.text(), (texts, complaints) -> Optional.of(texts.getFirst()), text -> text);
    }

    /** Text that error messages must not contain. */
    public static ConfigType<String> secret() {
        return of(
                "text",
                JsonSchema.with(JsonSchema.text(), "writeOnly", true),
                (texts, complaints) -> Optional.of(texts.getFirst()),
                text -> text);
    }

    /** A whole number. */
    public static ConfigType<Integer> number(int minimum, int maximum) {
        return of(
                "number, " + minimum + " to " + maximum,
                JsonSchema.integer(minimum, maximum),
                (texts, complaints) -> whole(texts.getFirst(), minimum, maximum, complaints),
                String::valueOf);
    }

    /** A number of bytes, at least 1. */
    public static ConfigType<Long> bytes() {
        return of(
                "number",
                JsonSchema.with(JsonSchema.type("integer"), "minimum", 1),
                (texts, complaints) -> {
                    OptionalLong number = YamlSource.whole(texts.getFirst());
                    if (number.isPresent() && number.getAsLong() >= 1) {
                        return Optional.of(number.getAsLong());
                    }
                    complaints.add("a number of bytes is expected, not " + YamlSource.shown(texts.getFirst()));
                    return Optional.empty();
                },
                String::valueOf);
    }

    /** A duration in whole seconds. */
    public static ConfigType<Duration> seconds(int minimum, int maximum) {
        return of(
                "number, " + minimum + " to " + maximum,
                JsonSchema.integer(minimum, maximum),
                (texts, complaints) ->
                        whole(texts.getFirst(), minimum, maximum, complaints).map(Duration::ofSeconds),
                duration -> {
                    if (!duration.equals(duration.truncatedTo(ChronoUnit.SECONDS))) {
                        throw new IllegalArgumentException("whole seconds are expected, not " + duration);
                    }
                    return Long.toString(duration.toSeconds());
                });
    }

    private static Optional<Integer> whole(String text, int minimum, int maximum, Complaints complaints) {
        OptionalLong number = YamlSource.whole(text);
        if (number.isPresent() && number.getAsLong() >= minimum && number.getAsLong() <= maximum) {
            return Optional.of((int) number.getAsLong());
        }
        complaints.add(
                "a whole number from " + minimum + " to " + maximum + " is expected, not " + YamlSource.shown(text));
        return Optional.empty();
    }

    /** {@code true} or {@code false}; also {@code yes}, {@code no}, {@code on}, {@code off}, 1 and 0. */
    public static ConfigType<Boolean> flag() {
        return of(
                "true or false",
                JsonSchema.type("boolean"),
                (texts, complaints) -> {
                    Optional<Boolean> flag = YamlSource.flag(texts.getFirst());
                    if (flag.isEmpty()) {
                        complaints.add("true or false is expected, not " + YamlSource.shown(texts.getFirst()));
                    }
                    return flag;
                },
                String::valueOf);
    }

    /** One of several words. */
    static ConfigType<String> word(List<String> words) {
        return of(
                words.stream().map(word -> "`" + word + "`").collect(Collectors.joining(", ")),
                JsonSchema.word(words),
                (texts, complaints) -> known(texts.getFirst(), words, complaints),
                word -> word);
    }

    /** A constant, written in lower case. */
    public static <E extends Enum<E>> ConfigType<E> word(Class<E> type) {
        Map<String, E> constants = new LinkedHashMap<>();
        for (E constant : type.getEnumConstants()) {
            constants.put(constant.name().toLowerCase(Locale.ROOT), constant);
        }
        ConfigType<String> words = word(List.copyOf(constants.keySet()));
        return of(
                words.description,
                words.schema,
                (texts, complaints) -> words.read(texts, complaints).map(constants::get),
                constant -> constant.name().toLowerCase(Locale.ROOT));
    }

    private static Optional<String> known(String text, List<String> words, Complaints complaints) {
        if (words.contains(text)) {
            return Optional.of(text);
        }
        complaints.add(
                YamlSource.shown(text) + " is not one of " + String.join(", ", words), Suggestion.of(text, words));
        return Optional.empty();
    }

    /** A path prefix of routes. */
    public static ConfigType<String> mount(String example) {
        return of(
                "path",
                JsonSchema.with(JsonSchema.type("string"), "pattern", "^(" + MOUNT + ")/?$"),
                (texts, complaints) -> {
                    String text = texts.getFirst();
                    String path = text.length() > 1 && text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
                    if (!MOUNT.matcher(path).matches()) {
                        complaints.add("a path such as " + example + " is expected, not " + YamlSource.shown(text));
                        return Optional.empty();
                    }
                    for (String own : OWN_PATHS) {
                        if (path.equals(own) || path.startsWith(own + "/")) {
                            complaints.add(own + " is used by the server itself");
                            return Optional.empty();
                        }
                    }
                    return Optional.of(path);
                },
                path -> path);
    }

    /** A path of the file system. */
    public static ConfigType<Path> path() {
        return of(
                "text",
                JsonSchema.type("string"),
                (texts, complaints) -> {
                    try {
                        return Optional.of(Path.of(texts.getFirst()));
                    } catch (InvalidPathException e) {
                        complaints.add("this is not a valid path: " + e.getReason());
                        return Optional.empty();
                    }
                },
                Path::toString);
    }

    /** An e-mail address. */
    public static ConfigType<String> emailAddress() {
        return text().check(address -> {
            try {
                new EmailAddress(address);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("this is not an e-mail address", e);
            }
        });
    }

    /** An address of a web server. */
    public static ConfigType<URI> webAddress() {
        return of(
                "text",
                JsonSchema.with(JsonSchema.text(), "pattern", "^https?://"),
                (texts, complaints) -> {
                    try {
                        URI address = new URI(texts.getFirst());
                        if (address.getHost() != null
                                && ("http".equals(address.getScheme()) || "https".equals(address.getScheme()))) {
                            return Optional.of(address);
                        }
                    } catch (URISyntaxException e) {
                        // as for an address of another kind
                    }
                    complaints.add("an address such as https://store.example.com is expected");
                    return Optional.empty();
                },
                URI::toString);
    }

    /** A secret from which keys are derived. */
    public static ConfigType<String> secretKey() {
        return secret().check(secret -> requireLength(secret, ""));
    }

    // ---- lists

    /** Texts; in a variable, separated by commas. */
    public static ConfigType<List<String>> texts() {
        return list(text(), JsonSchema.list(JsonSchema.text()));
    }

    /** IP addresses or networks. */
    public static ConfigType<List<String>> networks() {
        return list(
                text().check(network -> {
                    if (!HttpSettings.isNetwork(network)) {
                        throw new IllegalArgumentException(
                                "an address or a network such as 10.0.0.0/8 is expected, not "
                                        + YamlSource.shown(network));
                    }
                }),
                JsonSchema.list(JsonSchema.type("string")));
    }

    /** Origins as browsers send them. */
    public static ConfigType<List<String>> origins() {
        return list(
                text().check(origin -> {
                    if (!HttpSettings.isOrigin(origin)) {
                        throw new IllegalArgumentException(
                                "an origin such as https://app.example.com, without a path, or"
                                        + " '*' is expected, not " + YamlSource.shown(origin));
                    }
                }),
                JsonSchema.list(JsonSchema.type("string")));
    }

    /** Texts that error messages must not contain. */
    public static ConfigType<List<String>> secrets() {
        return list(secret(), JsonSchema.list(JsonSchema.with(JsonSchema.text(), "writeOnly", true)));
    }

    /** Former secrets from which keys were derived. */
    public static ConfigType<List<String>> secretKeys() {
        return secrets().check(secrets -> secrets.forEach(secret -> requireLength(secret, " for each of them")));
    }

    private static void requireLength(String secret, String which) {
        if (secret.length() < SecretKey.MIN_LENGTH) {
            throw new IllegalArgumentException("at least " + SecretKey.MIN_LENGTH + " characters are needed" + which);
        }
    }

    /** Names of channels, each at most once; whether they are registered is checked after plugins are loaded. */
    public static ConfigType<List<Channel>> channels() {
        return new ConfigType<>(
                "list",
                JsonSchema.list(JsonSchema.with(JsonSchema.text(), "pattern", "^[a-z][a-z0-9_]*$")),
                (texts, complaints) -> {
                    List<Channel> channels = new ArrayList<>();
                    for (String text : texts) {
                        if (!Channel.isName(text)) {
                            complaints.add(YamlSource.shown(text) + " is not a valid name of a channel");
                        } else if (channels.contains(new Channel(text))) {
                            complaints.add(YamlSource.shown(text) + " is named twice");
                        } else {
                            channels.add(new Channel(text));
                        }
                    }
                    return Optional.of(List.copyOf(channels));
                },
                channels -> channels.stream().map(Channel::word).collect(Collectors.joining(",")),
                true);
    }

    private static ConfigType<List<String>> list(ConfigType<String> element, Map<String, Object> schema) {
        return new ConfigType<>(
                "list",
                schema,
                (texts, complaints) -> {
                    List<String> values = new ArrayList<>();
                    texts.forEach(
                            text -> element.read(List.of(text), complaints).ifPresent(values::add));
                    return Optional.of(List.copyOf(values));
                },
                values -> {
                    if (values.stream().anyMatch(value -> value.contains(","))) {
                        throw new IllegalArgumentException("a value cannot hold a comma");
                    }
                    return String.join(",", values);
                },
                true);
    }

    // ---- parsed by separate readers

    /** A mapping, or a list of them, of the configuration file. */
    static ConfigType<Void> structure(String description, Map<String, Object> schema) {
        return of(
                description,
                schema,
                (texts, complaints) -> {
                    throw new IllegalStateException("a " + description + " is not read from text");
                },
                value -> "");
    }

    /** Adds a check, which throws an {@link IllegalArgumentException} with what is expected. */
    public ConfigType<T> check(Consumer<T> check) {
        return new ConfigType<>(
                description,
                schema,
                (texts, complaints) -> reader.read(texts, complaints).filter(value -> {
                    try {
                        check.accept(value);
                        return true;
                    } catch (IllegalArgumentException e) {
                        complaints.add(String.valueOf(e.getMessage()));
                        return false;
                    }
                }),
                writer,
                list);
    }

    // ---- use

    /**
     * Parses the value; empty when there are complaints.
     *
     * @param texts one, or any number for a list
     */
    Optional<T> read(List<String> texts, Complaints complaints) {
        return reader.read(texts, complaints);
    }

    /**
     * @throws IllegalArgumentException when the value is not valid
     */
    String write(T value) {
        return writer.apply(value);
    }

    /** The text for the documentation. */
    String description() {
        return description;
    }

    /** The JSON Schema. */
    Map<String, Object> schema() {
        return schema;
    }

    boolean isList() {
        return list;
    }
}
