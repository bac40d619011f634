package dev.hexadmin.http.branding;

import dev.hexadmin.domain.text.VisibleText;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What an operator chooses in place of the product's own appearance. Immutable.
 *
 * @param name in titles, above the navigation and on the pages of visitors
 * @param mark beside the name
 * @param darkMark the same in the dark theme
 * @param icon of the browser's tab
 * @param styles a style sheet after the product's own
 */
public record Branding(
        String name,
        Optional<BrandFile> mark,
        Optional<BrandFile> darkMark,
        Optional<BrandFile> icon,
        Optional<AccentColour> accent,
        Optional<BrandFile> styles) {
    /** The product's own appearance. */
    public static final Branding NONE = new Branding(
            "Hexadmin", Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** Characters of a name, which stands beside the mark in the sidebar. */
    private static final int LONGEST_NAME = 60;

    /** @throws IllegalArgumentException when it is no name */
    public static void checkName(String name) {
        if (!VisibleText.isIn(name)
                || name.codePointCount(0, name.length()) > LONGEST_NAME
                || name.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(
                    "a name of one line with 1 to " + LONGEST_NAME + " characters is expected");
        }
    }

    /** The style sheet of the colour and of the operator; empty without both. */
    public Optional<byte[]> styleSheet() {
        if (accent.isEmpty() && styles.isEmpty()) {
            return Optional.empty();
        }
        ByteArrayOutputStream sheet = new ByteArrayOutputStream();
        accent.ifPresent(colour -> sheet.writeBytes(colour.styleSheet().getBytes(StandardCharsets.UTF_8)));
        styles.ifPresent(own -> sheet.writeBytes(own.content()));
        return Optional.of(sheet.toByteArray());
    }
}
