package dev.hexadmin.http.panel.users;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The content of a form when it was shown: a digest of each of its parts, used to merge the changes of two users part by
 * part. The version of a record is not enough, as it also changes with fields that no form has, such as the last sign-in.
 */
final class FormFingerprint {
    private FormFingerprint() {}

    /**
     * Two changes together.
     *
     * @param parts what the form changed, and for the rest what is stored
     * @param both names of the parts that both sides changed to different values; {@code parts} holds the form's
     */
    record Merge(Map<String, Object> parts, Set<String> both) {}

    /** @param parts texts, flags, and collections of them, whose order is ignored */
    static String of(Map<String, ?> parts) {
        return new TreeMap<>(parts)
                .entrySet().stream()
                        .map(part -> part.getKey() + ":" + digest(part.getValue()))
                        .collect(Collectors.joining(" "));
    }

    /**
     * Merges a form with what is stored now.
     *
     * @param fingerprint of the form when it was made; a part that it does not name may have been changed by both
     */
    static Merge merge(String fingerprint, Map<String, ?> form, Map<String, ?> stored) {
        Map<String, String> seen = new HashMap<>();
        for (String part : fingerprint.split(" ", -1)) {
            int colon = part.indexOf(':');
            if (colon > 0) {
                seen.put(part.substring(0, colon), part.substring(colon + 1));
            }
        }
        Set<String> names = new TreeSet<>(form.keySet());
        names.addAll(stored.keySet());
        Map<String, Object> parts = new HashMap<>();
        Set<String> both = new TreeSet<>();
        for (String name : names) {
            String was = seen.getOrDefault(name, "");
            String mine = digest(form.get(name));
            String now = digest(stored.get(name));
            boolean untouched = mine.equals(was);
            Object taken = untouched ? stored.get(name) : form.get(name);
            if (taken != null) {
                parts.put(name, taken);
            }
            if (!untouched && !now.equals(was) && !mine.equals(now)) {
                both.add(name);
            }
        }
        return new Merge(parts, both);
    }

    /** A missing part, such as a model without permissions, has the same digest in forms and in stored records. */
    private static String digest(@org.jspecify.annotations.Nullable Object part) {
        return part == null
                ? ""
                : UUID.nameUUIDFromBytes(canonical(part).getBytes(StandardCharsets.UTF_8))
                        .toString()
                        .substring(0, 13);
    }

    private static String canonical(Object part) {
        return switch (part) {
            case Map<?, ?> map ->
                map.entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + canonical(entry.getValue()))
                        .sorted()
                        .toList()
                        .toString();
            case Collection<?> several ->
                several.stream()
                        .map(FormFingerprint::canonical)
                        .sorted()
                        .toList()
                        .toString();
            default -> part.toString();
        };
    }
}
