package dev.hexadmin.application.identity.internal;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a client keeps while its user uses an authenticator: the challenge and what it is for, encrypted, so that no server
 * has to store it. Thread-safe.
 */
final class PasskeyTickets {
    /** How long a user may take. */
    static final Duration LIFETIME = Duration.ofMinutes(5);

    private static final String OWNER = "passkey ticket";
    private static final int LINES = 4;

    private final ServerSecrets secrets;

    PasskeyTickets(ServerSecrets secrets) {
        this.secrets = secrets;
    }

    /** What a challenge is for. */
    enum Purpose {
        REGISTRATION,
        SIGN_IN,
        SECOND_STEP
    }

    /**
     * A challenge.
     *
     * @param subject the user of a registration, or the hash of the temporary token of a second step, or {@code ""}
     */
    record Ticket(Purpose purpose, String subject, String challenge, Instant expiresAt) {
        @Override
        public String toString() {
            return "Ticket[" + purpose + "]";
        }
    }

    Ticket create(Purpose purpose, String subject, Instant now) {
        return new Ticket(purpose, subject, secrets.token(), now.plus(LIFETIME));
    }

    String seal(Ticket ticket) {
        String text = String.join(
                "\n",
                ticket.purpose().name(),
                ticket.subject(),
                ticket.challenge(),
                Long.toString(ticket.expiresAt().getEpochSecond()));
        return secrets.sealForPasskey(text.getBytes(StandardCharsets.UTF_8), OWNER);
    }

    /** Empty when this installation has not made it for this purpose and subject, or it is too old. */
    Optional<Ticket> open(String sealed, Purpose purpose, String subject, Instant now) {
        return secrets.openForPasskey(sealed, OWNER)
                .map(bytes -> {
                    List<String> lines = List.of(new String(bytes, StandardCharsets.UTF_8).split("\n", LINES));
                    return new Ticket(
                            Purpose.valueOf(lines.get(0)),
                            lines.get(1),
                            lines.get(2),
                            Instant.ofEpochSecond(Long.parseLong(lines.get(3))));
                })
                .filter(ticket -> ticket.purpose() == purpose
                        && ticket.subject().equals(subject)
                        && now.isBefore(ticket.expiresAt()));
    }
}
