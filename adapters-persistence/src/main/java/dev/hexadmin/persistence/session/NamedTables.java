package dev.hexadmin.persistence.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds watched tables in the texts of statements. Thread-safe; a text is analyzed once, unless it is very long.
 *
 * <p>It compares words, and a column with the same name counts, too. So a table is never overlooked, and sometimes a
 * table is found that the statement does not use.
 */
public final class NamedTables {
    private static final int MOST_TEXTS = 10_000;
    private static final int LONGEST_KEPT = 8_192;

    private final Map<String, Set<String>> watched;
    private final Consumer<Set<String>> written;
    private final Map<String, Found> found = new ConcurrentHashMap<>();

    private record Found(Set<String> named, Set<String> changed) {}

    /**
     * @param watched in lower case, with the tables that change along when rows are deleted
     */
    public NamedTables(Map<String, Set<String>> watched, Consumer<Set<String>> written) {
        this.watched = Map.copyOf(watched);
        this.written = written;
    }

    /** These tables and further ones, with the consumers of both. */
    public NamedTables with(Map<String, Set<String>> further, Consumer<Set<String>> alsoWritten) {
        Map<String, Set<String>> all = new HashMap<>(watched);
        further.forEach((table, along) -> all.merge(table, along, (one, other) -> {
            Set<String> both = new HashSet<>(one);
            both.addAll(other);
            return Set.copyOf(both);
        }));
        return new NamedTables(all, written.andThen(alsoWritten));
    }

    public void written(Set<String> tables) {
        written.accept(tables);
    }

    /** The tables a statement names. */
    public Set<String> named(String sql) {
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
            if (sql.length() > LONGEST_KEPT) {
                return known; // such as of months in a time zone: callers could fill the memory with them
            }
            if (found.size() >= MOST_TEXTS) {
                found.clear();
            }
            found.put(sql, known);
        }
        return known;
    }

    private Found look(String sql) {
        List<String> words = words(sql);
        Set<String> named = new HashSet<>(words);
        named.retainAll(watched.keySet());
        return new Found(Set.copyOf(named), changed(words, named));
    }

    /** Keywords and names in lower case, and the dots between the parts of a name. */
    private static List<String> words(String sql) {
        List<String> words = new ArrayList<>();
        int at = 0;
        while (at < sql.length()) {
            char c = sql.charAt(at);
            int end = at + 1;
            if (c == '\'') {
                end = closing(sql, at, c);
            } else if (c == '"') {
                end = closing(sql, at, c);
                String word = sql.substring(at + 1, Math.max(at + 1, end - 1));
                // of a name with dots, the end counts, as in the names that are watched
                words.add(word.substring(word.lastIndexOf('.') + 1)
                        .replace("\"\"", "\"")
                        .toLowerCase(Locale.ROOT));
            } else if (Character.isJavaIdentifierStart(c)) {
                end = wordEnd(sql, at);
                words.add(sql.substring(at, end).toLowerCase(Locale.ROOT));
            } else if (c == '.') {
                words.add(".");
            }
            at = end;
        }
        return words;
    }

    private Set<String> changed(List<String> words, Set<String> named) {
        if (words.isEmpty() || named.isEmpty()) {
            return Set.of();
        }
        return switch (words.getFirst()) {
            case "select" -> Set.of();
            case "insert" -> only(target(words, words.indexOf("into")));
            case "update" -> only(target(words, words.size() > 2 && words.get(1).equals("or") ? 2 : 0));
            case "delete" -> {
                Set<String> changed = new HashSet<>();
                String table = target(words, words.indexOf("from"));
                if (watched.containsKey(table)) {
                    changed.add(table);
                    changed.addAll(watched.getOrDefault(table, Set.of()));
                }
                yield Set.copyOf(changed);
            }
            default -> {
                Set<String> changed = new HashSet<>(named); // such as WITH: any of them
                named.forEach(table -> changed.addAll(watched.getOrDefault(table, Set.of())));
                yield Set.copyOf(changed);
            }
        };
    }

    private Set<String> only(String table) {
        return watched.containsKey(table) ? Set.of(table) : Set.of();
    }

    /** The table named after the keyword at {@code keyword}, without its schema. */
    private static String target(List<String> words, int keyword) {
        int at = keyword + 1;
        if (at < words.size() - 1
                && words.get(at).equals("only")
                && !words.get(at + 1).equals(".")) {
            at++;
        }
        while (at + 2 < words.size() && words.get(at + 1).equals(".")) {
            at += 2;
        }
        return at < words.size() ? words.get(at) : "";
    }

    /** The position after the quote that closes the one at {@code at}; a doubled quote is a character. */
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
