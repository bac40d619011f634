package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.bootstrap.ConfigurationException.Problem;
import java.net.URL;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The libraries that an embedding program may have in a version with which Hexadmin does not work, because another list of
 * versions takes precedence. They are checked before they are used: otherwise a request would fail with {@link
 * NoSuchMethodError}.
 */
public final class Libraries {
    /**
     * What Hexadmin needs of a library.
     *
     * @param artifact its jar, without the version
     * @param versions which versions have it
     * @param type a class that every version has
     * @param needed a class, or a class with {@code #} and a public method, that only suitable versions have
     */
    record Requirement(String artifact, String versions, String type, String needed) {}

    private static final String JACKSON = "com.fasterxml.jackson.";
    private static final List<Requirement> ALWAYS = List.of(
            new Requirement(
                    "jackson-core",
                    "2.17 or later of 2.x",
                    JACKSON + "core.JsonFactory",
                    JACKSON + "core.util.JsonRecyclerPools"),
            new Requirement(
                    "jackson-databind",
                    "2.19 or later of 2.x",
                    JACKSON + "databind.JsonNode",
                    JACKSON + "databind.JsonNode#valueStream"),
            new Requirement(
                    "micrometer-registry-prometheus",
                    "1.13 or later",
                    "io.micrometer.prometheus.PrometheusConfig",
                    "io.micrometer.prometheusmetrics.PrometheusConfig"),
            new Requirement(
                    "bcprov-jdk18on",
                    "1.85 or later",
                    "org.bouncycastle.crypto.generators.Argon2BytesGenerator",
                    "org.bouncycastle.crypto.generators.Argon2BytesGenerator$BlockPool"),
            new Requirement(
                    "HikariCP",
                    "6.0 or later",
                    "com.zaxxer.hikari.HikariConfig",
                    "com.zaxxer.hikari.HikariConfig#setExceptionOverride"),
            new Requirement(
                    "sqlite-jdbc",
                    "3.46 or later",
                    "org.sqlite.SQLiteConfig",
                    "org.sqlite.SQLiteConfig#setGetGeneratedKeys"));
    private static final Requirement KEY_VALUE = new Requirement(
            "jedis", "5.1 or later", "redis.clients.jedis.CommandArguments", "redis.clients.jedis.AbstractPipeline");

    private Libraries() {}

    /**
     * Checks the libraries that are used.
     *
     * @param keyValue whether a key-value server is used
     * @throws ConfigurationException when one is not suitable: which, its version, the version that is needed, and where it was
     *     found
     */
    public static void check(boolean keyValue) {
        ClassLoader loader = Libraries.class.getClassLoader();
        List<Problem> problems = new ArrayList<>(problems(ALWAYS, loader));
        if (keyValue) {
            problems.addAll(problems(List.of(KEY_VALUE), loader));
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
    }

    static List<Problem> problems(List<Requirement> requirements, @Nullable ClassLoader loader) {
        return requirements.stream()
                .flatMap(each -> problem(each, loader).stream())
                .toList();
    }

    private static Optional<Problem> problem(Requirement required, @Nullable ClassLoader loader) {
        try {
            if (has(required.needed(), loader)) {
                return Optional.empty();
            }
            Optional<Class<?>> present = type(required.type(), loader);
            Optional<String> place = present.flatMap(Libraries::place);
            String found = present.isEmpty()
                    ? "it is missing"
                    : place.flatMap(jar -> version(required.artifact(), jar))
                                    .map(version -> "version " + version + " is not suitable")
                                    .orElse("this version is not suitable")
                            + place.map(jar -> ", which comes from " + jar).orElse("");
            return Optional.of(new Problem(
                    "libraries",
                    required.artifact(),
                    found + ". Hexadmin needs " + required.versions()
                            + ": set this version where your build chooses versions of libraries"));
        } catch (LinkageError e) {
            return Optional.empty(); // it cannot be inspected, and may work
        }
    }

    private static boolean has(String needed, @Nullable ClassLoader loader) {
        int separator = needed.indexOf('#');
        if (separator < 0) {
            return type(needed, loader).isPresent();
        }
        String method = needed.substring(separator + 1);
        return type(needed.substring(0, separator), loader).stream()
                .flatMap(found -> Arrays.stream(found.getMethods()))
                .anyMatch(each -> each.getName().equals(method));
    }

    private static Optional<Class<?>> type(String name, @Nullable ClassLoader loader) {
        try {
            return Optional.of(Class.forName(name, false, loader));
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> place(Class<?> type) {
        return Optional.ofNullable(type.getProtectionDomain().getCodeSource())
                .map(CodeSource::getLocation)
                .map(URL::toString);
    }

    private static Optional<String> version(String artifact, String jar) {
        Matcher name = Pattern.compile(Pattern.quote(artifact) + "-([0-9][^/!]*)\\.jar")
                .matcher(jar);
        return name.find() ? Optional.of(name.group(1)) : Optional.empty();
    }
}
