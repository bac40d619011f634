package dev.hexadmin.application.identity.internal;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a browser keeps while its user is at a provider: encrypted, so that neither the browser nor a stolen address
 * reveals the code verifier, and no server has to store it. Thread-safe.
 */
final class ProviderTickets {
    private static final String OWNER = "sign-in ticket";
    private static final int LINES = 6;

    private final ServerSecrets secrets;

    ProviderTickets(ServerSecrets secrets) {
        this.secrets = secrets;
    }

    /**
     * The secrets of one sign-in.
     *
     * @param state returned by the provider to the browser
     * @param nonce returned by the provider in the ID token
     * @param codeVerifier proves to the provider that the code is used by this server
     * @param next has no line break
     */
    record Ticket(String provider, String state, String nonce, String codeVerifier, Instant expiresAt, String next) {
        @Override
        public String toString() {
            return "Ticket[" + provider + ", ***]";
        }
    }

    Ticket create(String provider, Instant expiresAt, String next) {
        return new Ticket(provider, secrets.token(), secrets.token(), secrets.token(), expiresAt, next);
    }

    String seal(Ticket ticket) {
        String text = String.join(
                "\n",
                ticket.provider(),
                ticket.state(),
                ticket.nonce(),
                ticket.codeVerifier(),
                Long.toString(ticket.expiresAt().getEpochSecond()),
                ticket.next());
        return secrets.sealForProvider(text.getBytes(StandardCharsets.UTF_8), OWNER);
    }

    /** Empty when this installation has not made it, or it was changed. */
    Optional<Ticket> open(String sealed) {
        return secrets.openForProvider(sealed, OWNER).map(bytes -> {
            List<String> lines = List.of(new String(bytes, StandardCharsets.UTF_8).split("\n", LINES));
            return new Ticket(
                    lines.get(0),
                    lines.get(1),
                    lines.get(2),
                    lines.get(3),
                    Instant.ofEpochSecond(Long.parseLong(lines.get(4))),
                    lines.get(5));
        });
    }
}
