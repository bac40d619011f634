package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.identity.IdentityAssembly;
import dev.hexadmin.application.identity.IdentityMaintenance;
import dev.hexadmin.application.identity.IdentitySettings;
import dev.hexadmin.application.identity.port.ApiKeys;
import dev.hexadmin.application.identity.port.LoginAttempts;
import dev.hexadmin.application.identity.port.RefreshTokens;
import dev.hexadmin.application.identity.port.SecondFactors;
import dev.hexadmin.application.identity.port.Sessions;
import dev.hexadmin.application.identity.port.UsedTokens;
import dev.hexadmin.application.port.UnitOfWork;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Deletes expired rows. */
public final class MaintenanceService implements IdentityMaintenance {
    /** How long an expired refresh token is still distinguished from an unknown one. */
    private static final Duration REMEMBERED = Duration.ofDays(1);

    /** How long an expired key is still listed. */
    private static final Duration KEYS_REMEMBERED = Duration.ofDays(90);

    /** How long an invitation is still listed after it has expired. */
    private static final Duration INVITATIONS_REMEMBERED = Duration.ofDays(90);

    private static final int BATCH = 500;
    private static final int BATCHES = 20;

    private final UnitOfWork unitOfWork;
    private final RefreshTokens refreshTokens;
    private final LoginAttempts attempts;
    private final SecondFactors factors;
    private final ApiKeys keys;
    private final KeyRing ring;
    private final Sessions sessions;
    private final UsedTokens used;
    private final IdentityAssembly.MailStores byMail;
    private final IdentitySettings settings;
    private final InstantSource clock;

    public MaintenanceService(
            IdentityAssembly.Storage storage, KeyRing ring, IdentitySettings settings, InstantSource clock) {
        this.unitOfWork = storage.unitOfWork();
        this.refreshTokens = storage.stores().refreshTokens();
        this.attempts = storage.stores().loginAttempts();
        this.factors = storage.stores().secondFactors();
        this.keys = storage.stores().apiKeys();
        this.ring = ring;
        this.sessions = storage.stores().sessions();
        this.used = storage.stores().usedTokens();
        this.byMail = storage.byMail();
        this.settings = settings;
        this.clock = clock;
    }

    @Override
    public int sweep() {
        Instant now = clock.instant();
        attempts.sweep(now.minus(settings.attemptsKept()));
        int gone = 0;
        for (int i = 0; i < BATCHES; i++) {
            int some = unitOfWork.write(scope -> refreshTokens.sweep(now.minus(REMEMBERED), BATCH)
                    + factors.sweepPending(now, BATCH)
                    + keys.sweep(now.minus(KEYS_REMEMBERED), BATCH)
                    + sessions.sweep(now, BATCH)
                    + used.sweep(now, BATCH)
                    + byMail.invitations().sweep(now.minus(INVITATIONS_REMEMBERED), BATCH)
                    + byMail.links().sweep(now, BATCH));
            gone += some;
            if (some == 0) {
                break;
            }
        }
        return gone;
    }

    @Override
    public void catchUp() {
        ring.writeUses();
    }
}
