package dev.hexadmin.application.spi;

import java.util.Optional;

/**
 * Where users of an embedding program live, if not in Hexadmin: its own table, a directory, an identity provider.
 * Hexadmin asks it when somebody signs in, at most once a minute for each user who is signed in, and for bearer tokens
 * that are not Hexadmin's. It keeps an account for each of them, which gets its address, its name and its rights from
 * here, and never a password.
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
 * <p>Thread-safe: it is asked by several threads at once, on virtual threads and outside of transactions, by 64 at most.
 * A call has five seconds; then its thread is interrupted and the source counts as away, as it does after any exception.
 * While it is away, users whom it has answered for within the last hour stay signed in, nobody of its users signs in
 * (503), and accounts that were made in Hexadmin go on as always.
 *
 * @since 0.1
 */
public interface IdentitySource {
    /**
     * Tells its accounts from others, for good: {@code [a-z][a-z0-9_]*}, at most 50 characters. Accounts of another name
     * than this can no longer be used.
     */
    String name();

    /**
     * Checks a password. Called for everybody but accounts that were made in Hexadmin, and within its limits on failed
     * sign-ins; never with an empty password. It should take the same time for somebody unknown as for a wrong password
     * (CWE-208).
     *
     * @param login as typed, an e-mail address by the label of its field; at most 254 characters
     * @return who it is, or empty when the user is unknown, locked, or the password is wrong
     */
    Optional<ExternalUser> signIn(String login, String password);

    /**
     * The user as they are now. Empty ends all that they are signed in to, and their API keys, until they sign in again.
     *
     * @param subject as {@link ExternalUser#subject} had it
     */
    Optional<ExternalUser> find(String subject);

    /**
     * Whose token this is that Hexadmin has not made: an access token of an identity provider, for example. Called for a
     * token that has not been asked about within the last minute, from anybody: what proves that it is good, and meant for
     * here, is checked here. The default is for sources without tokens.
     *
     * @param token as it stood after {@code Bearer} (RFC 6750); at most 8192 characters
     * @return empty when it is not accepted: unknown, expired, for somebody else
     */
    default Optional<ExternalUser> bearer(String token) {
        return Optional.empty();
    }

    /**
     * Whether users get their rights from here: roles, and whether they are superusers. The default is yes, and they can
     * then not be changed in Hexadmin. Where this is {@code false}, roles are given in Hexadmin, a new user has none, and
     * what an {@link ExternalUser} says of them does not count.
     */
    default boolean givesRights() {
        return true;
    }
}
