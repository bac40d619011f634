package dev.hexadmin.bootstrap;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * Settings or models that are not valid. The exception lists all problems at once. {@link Hexadmin.Builder#build} and
 * {@link Hexadmin#start} throw it; the command line prints it and exits with code 2. The message is written for
 * operators and has one line per problem.
 */
public final class ConfigurationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    /**
     * One problem.
     *
     * @param source the file as the operator named it, {@code environment} or {@code command line}
     * @param line in the file, from 1
     * @param key the dotted path or the variable's name; empty for a problem of the whole source
     * @param message the error and what is expected; never contains a secret
     * @param nearest the known key that was probably meant
     */
    public record Problem(String source, OptionalInt line, String key, String message, Optional<String> nearest) {
        /** A problem that has no line, and no known key that was probably meant. */
        public Problem(String source, String key, String message) {
            this(source, OptionalInt.empty(), key, message, Optional.empty());
        }

        @Override
        public String toString() {
            return source
                    + (line.isPresent() ? ":" + line.getAsInt() : "")
                    + ": "
                    + (key.isEmpty() ? "" : key + ": ")
                    + message.replaceAll("\\s*\\R\\s*", " ")
                    + nearest.map(known -> "; did you mean '" + known + "'?").orElse("");
        }
    }

    /**
     * Reports all problems.
     *
     * @param problems at least one
     */
    public ConfigurationException(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** Reports one problem. */
    public ConfigurationException(Problem problem) {
        this(List.of(problem));
    }

    /** At least one problem, in the order found. */
    public List<Problem> problems() {
        return problems;
    }
}
