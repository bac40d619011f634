package dev.hexadmin.application.identity.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.PersonOnly;
import dev.hexadmin.application.audit.port.AuditTrail;
import dev.hexadmin.application.identity.IdentityAssembly;
import dev.hexadmin.application.identity.SettingUpSecondFactor;
import dev.hexadmin.application.identity.port.SecondFactors;
import dev.hexadmin.application.identity.port.SecondFactors.Totp;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.models.Violation;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Turns the second factor on and off. */
public final class SecondFactorService implements SettingUpSecondFactor {
    /** 160 bits, as RFC 4226 section 4 recommends. */
    private static final int SECRET_BYTES = 20;

    private static final String BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

    private final UnitOfWork unitOfWork;
    private final SecondFactors factors;
    private final SecondFactorCodes codes;
    private final ServerSecrets secrets;
    private final CurrentPassword current;
    private final AuditTrail audit;
    private final InstantSource clock;
    private final String issuer;

    public SecondFactorService(
            IdentityAssembly.Storage storage,
            SecondFactorCodes codes,
            ServerSecrets secrets,
            HashingQueue hashing,
            InstantSource clock,
            String issuer) {
        this.unitOfWork = storage.unitOfWork();
        this.factors = storage.stores().secondFactors();
        this.codes = codes;
        this.secrets = secrets;
        this.current = new CurrentPassword(storage, hashing, clock);
        this.audit = storage.audit();
        this.clock = clock;
        this.issuer = issuer;
    }

    @Override
    public boolean on(Actor.SignedIn actor) {
        PersonOnly.require(actor);
        return codes.on(actor.id());
    }

    @Override
    public int backupCodesLeft(Actor.SignedIn actor) {
        PersonOnly.require(actor);
        return factors.backupCodes(actor.id());
    }

    @Override
    public Optional<Secret> begun(Actor.SignedIn actor) {
        PersonOnly.require(actor);
        return factors.totp(actor.id())
                .filter(totp -> !totp.confirmed())
                .flatMap(totp -> secrets.open(totp.sealedSecret(), SecondFactorCodes.owner(actor.id())))
                .map(secret -> shown(actor, secret));
    }

    @Override
    public Secret begin(Actor.SignedIn actor) {
        PersonOnly.require(actor);
        byte[] secret = secrets.randomBytes(SECRET_BYTES);
        String sealed = secrets.seal(secret, SecondFactorCodes.owner(actor.id()));
        unitOfWork.write(scope -> {
            requireOff(actor);
            factors.put(actor.id(), sealed);
            return sealed;
        });
        return shown(actor, secret);
    }

    private Secret shown(Actor.SignedIn actor, byte[] secret) {
        String text = base32(secret);
        String label = encoded(issuer) + ":" + encoded(actor.email().value());
        return new Secret(text, "otpauth://totp/" + label + "?secret=" + text + "&issuer=" + encoded(issuer));
    }

    private void requireOff(Actor.SignedIn actor) {
        if (codes.on(actor.id())) {
            throw RequestRejectedException.conflict(
                    "second_factor_on", "The second factor is on; turn it off first.", List.of());
        }
    }

    @Override
    public boolean asksForPassword(Actor.SignedIn actor) {
        PersonOnly.require(actor);
        return current.isHere(actor);
    }

    @Override
    public List<String> confirm(Actor.SignedIn actor, String currentPassword, String code) {
        if (asksForPassword(actor)) {
            current.require(actor, currentPassword, "current_password", "second_factor_failed");
        }
        return unitOfWork.write(scope -> {
            Instant now = clock.instant();
            requireOff(actor);
            Optional<Totp> totp = factors.totp(actor.id());
            OptionalLong step = totp.isPresent() ? codes.step(actor.id(), totp.get(), code, now) : OptionalLong.empty();
            if (step.isEmpty()) {
                throw wrongCode();
            }
            factors.confirm(actor.id(), now);
            factors.useStep(actor.id(), step.getAsLong());
            audit.append(entry(now, actor, "second_factor_on"));
            return codes.renewBackupCodes(actor.id());
        });
    }

    @Override
    public void remove(Actor.SignedIn actor, String code) {
        PersonOnly.require(actor);
        boolean removed = unitOfWork.write(scope -> {
            Instant now = clock.instant();
            if (!codes.on(actor.id()) || !codes.take(actor.id(), code, now)) {
                return false; // committed: a wrong code counts
            }
            factors.remove(actor.id());
            codes.dropBackupCodesIfOff(actor.id());
            audit.append(entry(now, actor, "second_factor_off"));
            return true;
        });
        if (!removed) {
            throw wrongCode();
        }
    }

    private static AuditEntry entry(Instant now, Actor.SignedIn actor, String event) {
        return new AuditEntry(now, actor, event, "admin_users", actor.id().toString(), List.of());
    }

    private static RequestRejectedException wrongCode() {
        return RequestRejectedException.invalid(
                List.of(Violation.at("code", "wrong_code", "The code is wrong or was used before.")));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** RFC 4648 section 6, without padding. */
    static String base32(byte[] bytes) {
        StringBuilder out = new StringBuilder();
        int buffer = 0;
        int bits = 0;
        for (byte each : bytes) {
            buffer = (buffer << 8) | (each & 0xff);
            bits += 8;
            while (bits >= 5) {
                bits -= 5;
                out.append(BASE32.charAt((buffer >> bits) & 31));
            }
            buffer &= (1 << bits) - 1;
        }
        if (bits > 0) {
            out.append(BASE32.charAt((buffer << (5 - bits)) & 31));
        }
        return out.toString();
    }
}
