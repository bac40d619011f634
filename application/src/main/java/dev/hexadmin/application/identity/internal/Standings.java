package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.identity.port.Users.Standing;
import dev.hexadmin.application.port.PeerEvent;
import dev.hexadmin.application.port.PeerEvents;
import dev.hexadmin.domain.identity.UserId;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;

/** What tokens are held against, kept per user, as every request asks for it. Thread-safe, bounded. */
public final class Standings {
    private final Kept<UserId, Standing> kept;

    /** @param read reads a standing, which may take as long as asking an identity source */
    public Standings(Function<UserId, Optional<Standing>> read, PeerEvents events, InstantSource clock) {
        this.kept = new Kept<>(read, true, clock);
        events.listen(this::heard);
    }

    private void heard(PeerEvent event) {
        switch (event) {
            case PeerEvent.UserChanged(UserId user) -> kept.drop(user);
            case PeerEvent.Missed all -> kept.drop();
            case PeerEvent.RightsChanged others -> {}
            case PeerEvent.SessionsEnded others -> {}
            case PeerEvent.ApiKeysChanged others -> {}
            case PeerEvent.FeedsGrown others -> {}
        }
    }

    /** The user's standing; empty for a user that is not there. */
    Optional<Standing> of(UserId user) {
        return kept.of(user);
    }

    int size() {
        return kept.size();
    }
}
