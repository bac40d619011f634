package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.identity.port.Users;
import dev.hexadmin.application.identity.port.Users.Standing;
import dev.hexadmin.domain.identity.UserId;
import java.time.InstantSource;
import java.util.Optional;

/** What tokens are held against, kept per user, as every request asks for it. Thread-safe, bounded. */
public final class Standings {
    private final Kept<UserId, Standing> kept;

    public Standings(Users users, InstantSource clock) {
        this.kept = new Kept<>(users::standing, true, clock);
    }

    /** The user's standing; empty for a user that is not there. */
    Optional<Standing> of(UserId user) {
        return kept.of(user);
    }

    /** Forgets a user; to be called after the commit of what changed them. */
    void drop(UserId user) {
        kept.drop(user);
    }

    int size() {
        return kept.size();
    }
}
