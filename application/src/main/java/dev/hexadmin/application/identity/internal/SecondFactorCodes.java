package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.identity.SigningIn.SecondStep;
import dev.hexadmin.application.identity.port.OneTimeCodes;
import dev.hexadmin.application.identity.port.Passkeys;
import dev.hexadmin.application.identity.port.SecondFactors;
import dev.hexadmin.application.identity.port.SecondFactors.Totp;
import dev.hexadmin.domain.identity.UserId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Whether a user has a second factor, and its codes: TOTP (RFC 6238: 30 s steps, one step of tolerance either way, each code
 * valid once) and backup codes. Thread-safe; checks run inside a unit of work.
 *
 * <p>After {@link #MAX_FAILURES} consecutive wrong codes all codes are rejected for {@link #LOCKOUT}, because an
 * attacker who has the password could guess six digits.
 */
public final class SecondFactorCodes {
    static final int MAX_FAILURES = 10;
    static final Duration LOCKOUT = Duration.ofMinutes(15);
    private static final long STEP_SECONDS = 30;
    private static final int DIGITS = 6;
    private static final int BACKUP_CODES = 10;
    /** 50 bits each. */
    private static final int BACKUP_CODE_LENGTH = 10;

    private final SecondFactors factors;
    private final Passkeys passkeys;
    private final OneTimeCodes oneTimeCodes;
    private final ServerSecrets secrets;

    public SecondFactorCodes(
            SecondFactors factors, Passkeys passkeys, OneTimeCodes oneTimeCodes, ServerSecrets secrets) {
        this.factors = factors;
        this.passkeys = passkeys;
        this.oneTimeCodes = oneTimeCodes;
        this.secrets = secrets;
    }

    /** Whether the user has an authenticator for codes. */
    boolean on(UserId user) {
        return factors.totp(user).filter(Totp::confirmed).isPresent();
    }

    /** How the user can pass the second step; none when a password is enough. */
    SecondStep steps(UserId user) {
        boolean totp = on(user);
        boolean passkey = !passkeys.of(user).isEmpty();
        return new SecondStep(totp, passkey, (totp || passkey) && factors.backupCodes(user) > 0);
    }

    /** New backup codes, which replace all others. */
    List<String> renewBackupCodes(UserId user) {
        List<String> fresh = new ArrayList<>();
        for (int i = 0; i < BACKUP_CODES; i++) {
            fresh.add(SecondFactorService.base32(secrets.randomBytes(BACKUP_CODE_LENGTH))
                    .substring(0, BACKUP_CODE_LENGTH));
        }
        factors.putBackupCodes(user, fresh.stream().map(secrets::backupCodeHash).toList());
        return fresh;
    }

    /** New backup codes for a user who has none. */
    List<String> firstBackupCodes(UserId user) {
        return factors.backupCodes(user) > 0 ? List.of() : renewBackupCodes(user);
    }

    /** Deletes the backup codes of a user who has no second factor any more. */
    void dropBackupCodesIfOff(UserId user) {
        if (!steps(user).required()) {
            factors.putBackupCodes(user, List.of());
        }
    }

    /** Uses up a code of a confirmed secret, or a backup code: true once per code. */
    boolean take(UserId user, String typed, Instant now) {
        Optional<Totp> totp = factors.totp(user).filter(Totp::confirmed);
        if (totp.isEmpty()) { // backup codes are too long to be guessed, so failures need not be counted
            return useBackupCode(user, normalized(typed));
        }
        boolean failedLately = totp.get()
                .lastFailedAt()
                .map(at -> now.isBefore(at.plus(LOCKOUT)))
                .orElse(false);
        int failures = failedLately ? totp.get().failures() : 0;
        if (failures >= MAX_FAILURES) {
            return false;
        }
        String code = normalized(typed);
        if (code.length() == DIGITS) {
            OptionalLong step = step(user, totp.get(), code, now);
            if (step.isPresent() && factors.useStep(user, step.getAsLong())) {
                sealWithCurrentSecret(user, totp.get());
                return true;
            }
        } else if (useBackupCode(user, code)) {
            return true;
        }
        factors.failed(user, failures + 1, now);
        return false;
    }

    private boolean useBackupCode(UserId user, String code) {
        return secrets.backupCodeHashes(code).stream().anyMatch(hash -> factors.useBackupCode(user, hash));
    }

    private void sealWithCurrentSecret(UserId user, Totp totp) {
        if (!secrets.isCurrent(totp.sealedSecret(), owner(user))) {
            secrets.open(totp.sealedSecret(), owner(user))
                    .ifPresent(secret -> factors.sealAgain(user, secrets.seal(secret, owner(user))));
        }
    }

    /** The time step of this code, if it is a current one. */
    OptionalLong step(UserId user, Totp totp, String typed, Instant now) {
        Optional<byte[]> secret = secrets.open(totp.sealedSecret(), owner(user));
        if (secret.isEmpty()) {
            System.getLogger(SecondFactorCodes.class.getName())
                    .log(
                            System.Logger.Level.ERROR,
                            "the TOTP secret of user {0} cannot be opened: was the secret key changed?",
                            user);
            return OptionalLong.empty();
        }
        String code = normalized(typed);
        long current = now.getEpochSecond() / STEP_SECONDS;
        OptionalLong found = OptionalLong.empty();
        for (long step = current - 1; step <= current + 1; step++) {
            if (ServerSecrets.same(oneTimeCodes.code(secret.get(), step), code)) {
                found = OptionalLong.of(step);
            }
        }
        return found;
    }

    /** Normalizes input: codes are typed with spaces and hyphens, and backup codes in either case. */
    static String normalized(String typed) {
        return typed.replaceAll("[\\s-]", "").toUpperCase(Locale.ROOT);
    }

    static String owner(UserId user) {
        return "totp of user " + user;
    }
}
