package dev.hexadmin.persistence.jdbc;

import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds watched tables in the texts of statements. Thread-safe; a text is looked through once.
 *
 * <p>It is the word that counts: a column of the same name counts, too. So a table is never overlooked, and now and then
 * one is found that is not meant.
 */
final class NamedTables {
    private static final int MOST_TEXTS = 10_000;

    private final Map<String, Set<String>> watched;
    private final Consumer<Set<String>> written;
    private final Map<String, Found> found = new ConcurrentHashMap<>();

    private record Found(Set<String> named, Set<String> changed) {}

    /**
     * @param watched in lower case, with the tables that change along when rows are deleted
     */
    NamedTables(Map<String, Set<String>> watched, Consumer<Set<String>> written) {
        this.watched = Map.copyOf(watched);
        this.written = written;
    }

    void written(Set<String> tables) {
        written.accept(tables);
    }

    /** The tables a statement names. */
    Set<String> named(String sql) {
        return found(sql).named();
    }

    /** The tables a statement may change: none if it only reads. */
    Set<String> changed(String sql) {
        return found(sql).changed();
    }

    private Found found(String sql) {
        @Nullable Found known = found.get(sql);
        if (known == null) {
            known = look(sql);
            if (found.size() >= MOST_TEXTS) {
                found.clear();
            }
            found.put(sql, known);
        }
        return known;
    }

    private Found look(String sql) {
        Set<String> named = new HashSet<>();
        @Nullable String first = null;
        int at = 0;
        while (at < sql.length()) {
            char c = sql.charAt(at);
            int end = at + 1;
            if (c == '\'') {
                end = closing(sql, at, c);
            } else if (c == '"' || Character.isJavaIdentifierStart(c)) {
                end = c == '"' ? closing(sql, at, c) : wordEnd(sql, at);
                String word = c == '"'
                        ? sql.substring(at + 1, Math.max(at + 1, end - 1)).replace("\"\"", "\"")
                        : sql.substring(at, end);
                String table = word.toLowerCase(Locale.ROOT);
                if (watched.containsKey(table)) {
                    first = first == null ? table : first;
                    named.add(table);
                }
            }
            at = end;
        }
        return new Found(Set.copyOf(named), changed(sql, named, first));
    }

    private Set<String> changed(String sql, Set<String> named, @Nullable String first) {
        String verb =
                sql.stripLeading().substring(0, wordEnd(sql.stripLeading(), 0)).toLowerCase(Locale.ROOT);
        if (first == null || verb.equals("select")) {
            return Set.of();
        }
        return switch (verb) {
            case "insert", "update" -> Set.of(first);
            case "delete" -> {
                Set<String> changed = new HashSet<>(watched.getOrDefault(first, Set.of()));
                changed.add(first);
                yield Set.copyOf(changed);
            }
            default -> {
                Set<String> changed = new HashSet<>(named); // such as WITH: any of them
                named.forEach(table -> changed.addAll(watched.getOrDefault(table, Set.of())));
                yield Set.copyOf(changed);
            }
        };
    }

    /** Behind the quote that closes the one at {@code at}; a doubled one is a letter. */
    private static int closing(String sql, int at, char quote) {
        int end = at + 1;
        while (end < sql.length()) {
            if (sql.charAt(end) == quote) {
                if (end + 1 < sql.length() && sql.charAt(end + 1) == quote) {
                    end++;
                } else {
                    return end + 1;
                }
            }
            end++;
        }
        return end;
    }

    private static int wordEnd(String sql, int at) {
        int end = at;
        while (end < sql.length() && Character.isJavaIdentifierPart(sql.charAt(end))) {
            end++;
        }
        return end;
    }
}
