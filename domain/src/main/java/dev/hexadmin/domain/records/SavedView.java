package dev.hexadmin.domain.records;

import dev.hexadmin.domain.identity.UserId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A view of a model's list that a user has saved.
 *
 * @param model the model's name
 * @param list what it keeps of the list
 * @param sharedWith the ids of the roles whose users see it, too, in ascending order
 * @param isDefault whether the list opens with it for the user who reads it
 */
public record SavedView(
        long id, UserId owner, String model, String name, ListState list, List<Long> sharedWith, boolean isDefault) {

    /**
     * The appearance of a list.
     *
     * @param query the parameters of the list: filters, search, ordering and page size
     * @param columns the names of the fields that are shown; empty for the columns of the model
     */
    public record ListState(Map<String, String> query, List<String> columns, Density density) {
        public ListState {
            query = Map.copyOf(query);
            columns = List.copyOf(columns);
        }
    }

    /** The height of rows. */
    public enum Density {
        NORMAL,
        COMPACT,
        ROOMY;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static Optional<Density> ofWord(String word) {
            for (Density density : values()) {
                if (density.word().equals(word)) {
                    return Optional.of(density);
                }
            }
            return Optional.empty();
        }
    }

    public SavedView {
        sharedWith = sharedWith.stream().sorted().distinct().toList();
    }

    public Map<String, String> query() {
        return list.query();
    }

    public List<String> columns() {
        return list.columns();
    }

    public Density density() {
        return list.density();
    }

    /** A version tag that changes whenever a part that its reader sees changes. */
    public Version version() {
        return Version.of(
                List.of(id, owner, model, name, new TreeMap<>(query()), columns(), density(), sharedWith, isDefault));
    }
}
