package dev.hexadmin.application.spi;

import java.util.Optional;

/**
 * The users of an embedding program: in its own table, a directory or an identity provider. Hexadmin calls it when a
 * user signs in, at most once a minute for each user who is signed in, and for bearer tokens that Hexadmin has not
 * issued. Hexadmin stores an account for each user, with address, name and rights from this source, and never a
 * password.
 *
 * <pre>{@code
 * public final class Members implements IdentitySource {
 *     @Override
 *     public String name() {
 *         return "members";
 *     }
 *
 *     @Override
 *     public Optional<ExternalUser> signIn(String login, String password) {
 *         return members.authenticate(login, password).map(Members::user);
 *     }
 *
 *     @Override
 *     public Optional<ExternalUser> find(String subject) {
 *         return members.byNumber(subject).filter(Member::active).map(Members::user);
 *     }
 *
 *     private static ExternalUser user(Member member) {
 *         return ExternalUser.of(member.number(), member.email())
 *                 .named(member.name())
 *                 .inRoles(member.librarian() ? Set.of("Editor") : Set.of("Viewer"));
 *     }
 * }
 * }</pre>
 *
 * <p>Thread-safe: called concurrently by at most 64 virtual threads, outside of transactions. A call may take five
 * seconds; then its thread is interrupted and the source counts as unavailable, as it does after any exception. While
 * it is unavailable, users whom it has confirmed within the last hour stay signed in, its users cannot sign in (503),
 * and local accounts are unaffected.
 *
 * @since 0.1
 */
public interface IdentitySource {
    /**
     * The permanent name of the source: {@code [a-z][a-z0-9_]*}, at most 50 characters. Accounts that belong to another
     * name can no longer be used.
     */
    String name();

    /**
     * Checks a password. Called for all addresses except those of local accounts, within the rate limits on failed
     * sign-ins; never with an empty password. It should take the same time for an unknown user as for a wrong password
     * (CWE-208).
     *
     * @param login as typed, an e-mail address by the label of its field; at most 254 characters
     * @return the user, or empty when the user is unknown or locked, or the password is wrong
     */
    Optional<ExternalUser> signIn(String login, String password);

    /**
     * The current data of a user. Empty ends the user's sessions and disables their API keys until they sign in again.
     *
     * @param subject as {@link ExternalUser#subject} had it
     */
    Optional<ExternalUser> find(String subject);

    /**
     * The user of a token that Hexadmin has not issued: an access token of an identity provider, for example. Called
     * for a token that has not been checked within the last minute. Any client may have sent it: this method must
     * verify that it is valid and meant for this server. The default is for sources without tokens.
     *
     * @param token the text after {@code Bearer} (RFC 6750); at most 8192 characters
     * @return empty when it is not accepted: unknown, expired, or issued for another audience
     */
    default Optional<ExternalUser> bearer(String token) {
        return Optional.empty();
    }

    /**
     * Whether the source decides roles and the superuser flag. The default is true, and they cannot be changed in
     * Hexadmin. With {@code false}, roles are assigned in Hexadmin, a new user has none, and those of {@link
     * ExternalUser} are ignored.
     */
    default boolean givesRights() {
        return true;
    }
}
