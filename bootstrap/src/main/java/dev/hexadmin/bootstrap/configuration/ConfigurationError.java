package dev.hexadmin.bootstrap.configuration;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** Settings that cannot be used: everything that is wrong with them, at once. The start stops with exit code 2. */
public final class ConfigurationError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    /**
     * One thing that is wrong.
     *
     * @param source the file as the operator named it, {@code environment} or {@code command line}
     * @param line in the file, from 1
     * @param key the dotted path or the variable's name; empty when it is about the whole source
     * @param message what is wrong and what is expected; never holds a secret
     * @param nearest the known key that was probably meant
     */
    public record Problem(String source, OptionalInt line, String key, String message, Optional<String> nearest) {
        @Override
        public String toString() {
            return source
                    + (line.isPresent() ? ":" + line.getAsInt() : "")
                    + ": "
                    + (key.isEmpty() ? "" : key + ": ")
                    + message
                    + nearest.map(known -> "; did you mean '" + known + "'?").orElse("");
        }
    }

    public ConfigurationError(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** At least one. */
    public List<Problem> problems() {
        return problems;
    }
}
