package dev.hexadmin.http.fields;

/** How the numbers of a file are written: {@code 1.234} can be two numbers, depending on who wrote the file. */
public enum NumberNotation {
    /** As in the language of the user, with its groups of thousands. */
    LANGUAGE,
    /** As in exports and in the API: with a point and without groups. */
    PLAIN,
    /** Nothing in the file tells, or both occur. */
    UNKNOWN
}
