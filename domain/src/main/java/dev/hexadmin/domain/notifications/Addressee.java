package dev.hexadmin.domain.notifications;

import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.text.VisibleText;
import java.util.Optional;

/**
 * The recipient of a notification. Users may live in another system, so the id is a text that the application chooses;
 * for a user of {@code admin_users} it is the decimal id.
 *
 * @param id 1..{@value #LONGEST} characters, none of them a control character
 */
public record Addressee(String id) {
    /** The maximum length of an id, in characters. */
    public static final int LONGEST = 255;

    public Addressee {
        if (!isValid(id)) {
            throw new IllegalArgumentException(
                    "a user id has 1 to " + LONGEST + " characters, none of them a control character");
        }
    }

    /**
     * A user by the text form of any id.
     *
     * @throws IllegalArgumentException when the text is not a valid id
     */
    public static Addressee of(String id) {
        return new Addressee(id);
    }

    /** Whether the text is a valid id. */
    public static boolean isValid(String id) {
        return VisibleText.isIn(id)
                && id.codePointCount(0, id.length()) <= LONGEST
                && id.chars().noneMatch(Character::isISOControl);
    }

    /** A user of {@code admin_users}. */
    public static Addressee of(UserId user) {
        return new Addressee(user.toString());
    }

    /** The user of {@code admin_users} with this id; whether such a user exists is not checked. */
    public Optional<UserId> user() {
        if (id.length() > 18 || id.charAt(0) == '0' || !id.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Optional.empty();
        }
        return Optional.of(new UserId(Long.parseLong(id)));
    }

    @Override
    public String toString() {
        return id;
    }
}
