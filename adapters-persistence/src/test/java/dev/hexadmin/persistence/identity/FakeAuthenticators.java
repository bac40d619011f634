package dev.hexadmin.persistence.identity;

import dev.hexadmin.application.identity.port.PasskeyRejectedException;
import dev.hexadmin.application.identity.port.PasskeyVerifier;
import java.util.List;

/** Authenticators whose responses are their parts in plain text, separated by blanks; the last part is the signature. */
final class FakeAuthenticators implements PasskeyVerifier {
    /**
     * The response of an authenticator.
     *
     * @param secret the private key, and here the public key, too
     */
    record Answer(
            String credentialId,
            String userHandle,
            String challenge,
            String origin,
            boolean verified,
            long signCount,
            String secret) {
        String text() {
            return String.join(
                    " ",
                    credentialId,
                    userHandle.isEmpty() ? "-" : userHandle,
                    challenge,
                    origin,
                    Boolean.toString(verified),
                    Long.toString(signCount),
                    secret);
        }
    }

    private static Answer parse(String response) {
        String[] parts = response.split(" ");
        if (parts.length != 7) {
            throw new PasskeyRejectedException("malformed");
        }
        return new Answer(
                parts[0],
                parts[1].equals("-") ? "" : parts[1],
                parts[2],
                parts[3],
                Boolean.parseBoolean(parts[4]),
                Long.parseLong(parts[5]),
                parts[6]);
    }

    private static void check(Answer answer, Expected expected) {
        if (!answer.challenge().equals(expected.challenge())) {
            throw new PasskeyRejectedException("wrong_challenge");
        }
        if (!expected.party().origins().contains(answer.origin())) {
            throw new PasskeyRejectedException("wrong_origin");
        }
        if (expected.userVerification() && !answer.verified()) {
            throw new PasskeyRejectedException("user_not_verified");
        }
    }

    @Override
    public Credential register(String response, Expected expected) {
        Answer answer = parse(response);
        check(answer, expected);
        return new Credential(
                answer.credentialId(),
                answer.secret(),
                answer.signCount(),
                new Sync(true, false),
                List.of("hybrid", "internal"));
    }

    @Override
    public Claim read(String response) {
        Answer answer = parse(response);
        return new Claim(answer.credentialId(), answer.userHandle());
    }

    @Override
    public Use authenticate(String response, Expected expected, Credential credential) {
        Answer answer = parse(response);
        check(answer, expected);
        if (!answer.secret().equals(credential.publicKey())) {
            throw new PasskeyRejectedException("wrong_signature");
        }
        if ((answer.signCount() > 0 || credential.signCount() > 0) && answer.signCount() <= credential.signCount()) {
            throw new PasskeyRejectedException(PasskeyRejectedException.SIGN_COUNT);
        }
        return new Use(answer.signCount(), true);
    }
}
