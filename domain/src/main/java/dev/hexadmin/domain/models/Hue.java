package dev.hexadmin.domain.models;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A colour of a value, with what it is meant for. */
public enum Hue {
    /** Done, good. */
    GREEN,
    /** Needs a look. */
    AMBER,
    /** Failed, stopped. */
    RED,
    /** Begun. */
    BLUE,
    /** Under way. */
    VIOLET,
    /** Nearly done. */
    TEAL,
    /** Free to use. */
    PINK,
    /** Not begun, neutral. */
    GREY;

    /** The words of all hues. */
    public static final List<String> WORDS =
            Arrays.stream(values()).map(Hue::word).toList();

    /** As a configuration names it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The hue of a word. */
    public static Optional<Hue> of(String word) {
        return Arrays.stream(values()).filter(hue -> hue.word().equals(word)).findFirst();
    }
}
