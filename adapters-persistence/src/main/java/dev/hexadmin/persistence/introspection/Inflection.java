package dev.hexadmin.persistence.introspection;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The singular and the plural of English nouns. It names headings and fields, and a configuration file can override the
 * result; a word of another language gets the regular ending, or stays as it is.
 */
final class Inflection {
    /** Plurals that no rule makes, by their singular. */
    private static final Map<String, String> IRREGULAR = Map.ofEntries(
            Map.entry("person", "people"),
            Map.entry("child", "children"),
            Map.entry("man", "men"),
            Map.entry("woman", "women"),
            Map.entry("foot", "feet"),
            Map.entry("tooth", "teeth"),
            Map.entry("goose", "geese"),
            Map.entry("mouse", "mice"),
            Map.entry("index", "indices"),
            Map.entry("vertex", "vertices"),
            Map.entry("matrix", "matrices"),
            Map.entry("criterion", "criteria"),
            Map.entry("phenomenon", "phenomena"),
            Map.entry("quiz", "quizzes"),
            Map.entry("hero", "heroes"),
            Map.entry("potato", "potatoes"),
            Map.entry("tomato", "tomatoes"),
            Map.entry("echo", "echoes"),
            Map.entry("veto", "vetoes"),
            Map.entry("shelf", "shelves"),
            Map.entry("half", "halves"),
            Map.entry("leaf", "leaves"),
            Map.entry("wolf", "wolves"),
            Map.entry("thief", "thieves"),
            Map.entry("knife", "knives"),
            Map.entry("life", "lives"),
            Map.entry("wife", "wives"),
            Map.entry("cache", "caches"),
            Map.entry("niche", "niches"),
            Map.entry("axe", "axes"),
            Map.entry("movie", "movies"),
            Map.entry("cookie", "cookies"),
            Map.entry("calorie", "calories"),
            Map.entry("tie", "ties"),
            Map.entry("pie", "pies"),
            Map.entry("gas", "gases"),
            Map.entry("canvas", "canvases"),
            Map.entry("alias", "aliases"),
            Map.entry("bias", "biases"),
            Map.entry("atlas", "atlases"),
            Map.entry("lens", "lenses"));

    private static final Map<String, String> SINGULAR =
            IRREGULAR.entrySet().stream().collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey));

    private static final Set<String> UNCOUNTABLE = Set.of(
            "news",
            "series",
            "species",
            "data",
            "metadata",
            "media",
            "information",
            "equipment",
            "staff",
            "sheep",
            "fish",
            "money",
            "software",
            "hardware",
            "feedback",
            "statistics",
            "analytics",
            "logistics",
            "sms",
            "settings",
            "goods");

    private Inflection() {}

    /** The singular of the last word. */
    static String singular(String words) {
        return last(words, Inflection::one);
    }

    /** The plural of the last word, which may be a plural already. */
    static String plural(String words) {
        return last(words, word -> many(one(word)));
    }

    private static String last(String words, UnaryOperator<String> inflect) {
        int at = Math.max(words.lastIndexOf(' '), words.lastIndexOf('_')) + 1;
        String word = words.substring(at);
        String lower = word.toLowerCase(Locale.ROOT);
        String inflected = inflect.apply(lower);
        return words.substring(0, at)
                + (word.isEmpty() || word.charAt(0) == lower.charAt(0)
                        ? inflected
                        : word.charAt(0) + inflected.substring(1));
    }

    private static String one(String word) {
        if (UNCOUNTABLE.contains(word) || IRREGULAR.containsKey(word)) {
            return word;
        }
        String irregular = SINGULAR.getOrDefault(word, "");
        if (!irregular.isEmpty()) {
            return irregular;
        }
        if (word.length() < 4
                || !word.endsWith("s")
                || word.endsWith("ss")
                || word.endsWith("us")
                || word.endsWith("is")) {
            return word;
        }
        if (word.endsWith("ies")) {
            return cut(word, 3) + "y";
        }
        for (String ending : new String[] {"sses", "xes", "ches", "shes", "zzes"}) {
            if (word.endsWith(ending)) {
                return cut(word, 2);
            }
        }
        if (word.endsWith("uses") && !isEndingInE(word)) {
            return cut(word, 2); // statuses
        }
        return word.endsWith("yses") || word.endsWith("crises") || word.endsWith("theses")
                ? cut(word, 2) + "is"
                : cut(word, 1);
    }

    /** Whether the singular of a plural with {@code uses} ends with an {@code e}: houses, causes, clauses, uses. */
    private static boolean isEndingInE(String plural) {
        return plural.endsWith("ouses")
                || plural.endsWith("auses")
                || plural.equals("uses")
                || plural.endsWith("excuses");
    }

    private static String many(String word) {
        if (word.isEmpty() || UNCOUNTABLE.contains(word)) {
            return word;
        }
        String irregular = IRREGULAR.getOrDefault(word, "");
        if (!irregular.isEmpty()) {
            return irregular;
        }
        if (word.endsWith("y") && word.length() > 1 && "aeiou".indexOf(word.charAt(word.length() - 2)) < 0) {
            return cut(word, 1) + "ies";
        }
        if (word.endsWith("is") && word.length() > 3) {
            return cut(word, 2) + "es";
        }
        boolean hisses = word.endsWith("s")
                || word.endsWith("x")
                || word.endsWith("z")
                || word.endsWith("ch")
                || word.endsWith("sh");
        return word + (hisses ? "es" : "s");
    }

    private static String cut(String word, int letters) {
        return word.substring(0, word.length() - letters);
    }
}
