package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.bootstrap.ConfigurationException.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Collects all problems, so that an operator sees them in one start. */
final class Problems {
    private final List<Problem> found = new ArrayList<>();

    void add(Place place, String key, String message) {
        found.add(new Problem(place.source(), place.line(), key, message, Optional.empty()));
    }

    void add(Place place, String key, String message, Optional<String> nearest) {
        found.add(new Problem(place.source(), place.line(), key, message, nearest));
    }

    boolean none() {
        return found.isEmpty();
    }

    int count() {
        return found.size();
    }

    /** Throws when there are problems. */
    void check() {
        if (!found.isEmpty()) {
            throw new ConfigurationException(found);
        }
    }

    /**
     * The position of a value.
     *
     * @param source a file, {@code environment}, {@code command line} or {@code builder}
     * @param line in a file, from 1
     */
    record Place(String source, OptionalInt line) {
        static final Place ENVIRONMENT = new Place("environment", OptionalInt.empty());
        static final Place COMMAND_LINE = new Place("command line", OptionalInt.empty());

        /** The configuration by an embedding program. */
        static final Place BUILDER = new Place("builder", OptionalInt.empty());

        /** The whole of a file. */
        static Place file(String name) {
            return new Place(name, OptionalInt.empty());
        }
    }
}
