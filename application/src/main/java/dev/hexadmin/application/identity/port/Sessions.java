package dev.hexadmin.application.identity.port;

import dev.hexadmin.domain.identity.SignInMethod;
import dev.hexadmin.domain.identity.UserId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Sessions of the panel, by the hash of their token. Thread-safe; changes are only legal inside a unit of work. */
public interface Sessions {
    Optional<Row> find(String hash);

    /** All sessions of a user, newest first. */
    List<Row> of(UserId user);

    void insert(Row session);

    /** Extends a session; no effect when it does not exist, or ends later. */
    void extend(String hash, Instant expiresAt);

    /** Deletes a session; false when it does not exist. */
    boolean delete(String hash);

    /** Deletes up to {@code limit} sessions that expired before. */
    int sweep(Instant expiredBefore, int limit);

    /**
     * A session.
     *
     * @param hash of its token
     * @param tokenVersion the user's token version when it began
     * @param signIn with which it began
     */
    record Row(String hash, UserId user, long tokenVersion, Instant createdAt, Instant expiresAt, SignIn signIn) {
        /** The same session with another token version. */
        public Row under(long newTokenVersion) {
            return new Row(hash, user, newTokenVersion, createdAt, expiresAt, signIn);
        }
    }

    /**
     * How a session began.
     *
     * @param address the client's
     * @param browser the client's {@code User-Agent}
     * @param method empty for sessions that began before methods were stored
     * @param provider the session at the identity provider by which it began, if it did
     */
    record SignIn(String address, String browser, Optional<SignInMethod> method, Optional<ProviderSession> provider) {}

    /**
     * A session at an identity provider.
     *
     * @param name of the provider
     * @param sealedToken the ID token, encrypted; {@code ""} when it was not kept
     */
    record ProviderSession(String name, String sealedToken) {}
}
