package dev.hexadmin.application.notifications.internal;

import dev.hexadmin.application.secrets.SecretKeys;
import dev.hexadmin.domain.notifications.Content;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Encrypts messages that hold a secret, such as a link, while they are in the outbox (AES-256-GCM): who reads the database
 * cannot use the secret. Thread-safe.
 */
final class SealedContent {
    private static final String PART = "sealed";

    private final SecretKeys keys;
    private final RandomGenerator random;

    SealedContent(SecretKeys keys, RandomGenerator random) {
        this.keys = keys;
        this.random = random;
    }

    /** The content in encrypted form. */
    Content seal(Content content) {
        ByteArrayOutputStream plain = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(plain)) {
            out.writeUTF(content.title());
            out.writeUTF(content.body());
            out.writeInt(content.parts().size());
            for (Map.Entry<String, String> part : content.parts().entrySet()) {
                out.writeUTF(part.getKey());
                out.writeUTF(part.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Content(
                "", "", Map.of(PART, Base64.getEncoder().encodeToString(keys.seal(plain.toByteArray(), "", random))));
    }

    /** The content as it is to be sent; empty when it was encrypted with a secret that is no longer known. */
    Optional<Content> open(Content stored) {
        String sealed = stored.parts().get(PART);
        return sealed == null
                ? Optional.of(stored)
                : keys.open(Base64.getDecoder().decode(sealed), "").map(SealedContent::read);
    }

    private static Content read(byte[] plain) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(plain))) {
            String title = in.readUTF();
            String body = in.readUTF();
            Map<String, String> parts = new HashMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                parts.put(in.readUTF(), in.readUTF());
            }
            return new Content(title, body, parts);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
