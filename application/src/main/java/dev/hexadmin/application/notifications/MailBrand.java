package dev.hexadmin.application.notifications;

import java.util.Optional;

/**
 * How mails about accounts and comments look.
 *
 * @param name of the installation
 * @param button the ground of buttons, as {@code #rrggbb}
 * @param onButton the text on it
 * @param mark a PNG picture beside the name
 */
public record MailBrand(String name, String button, String onButton, Optional<byte[]> mark) {
    /** The name of the mark among the pictures of a mail. */
    public static final String MARK = "mark";

    /** The product's own, without a mark. */
    public static final MailBrand PRODUCT = new MailBrand("Hexadmin", "#3d4bcf", "#ffffff", Optional.empty());
}
