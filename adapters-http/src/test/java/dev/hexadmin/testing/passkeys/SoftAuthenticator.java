package dev.hexadmin.testing.passkeys;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;

/**
 * An authenticator with one passkey (ES256, attestation {@code none}) and a browser around it. Their responses are the JSON of
 * Web Authentication Level 3. What they say can be changed, to something wrong, too.
 */
public final class SoftAuthenticator {
    private static final int USER_PRESENT = 0x01;
    private static final int USER_VERIFIED = 0x04;
    private static final int BACKUP_ELIGIBLE = 0x08;
    private static final int BACKED_UP = 0x10;
    private static final int ATTESTED = 0x40;
    private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();

    private final byte[] id = new byte[16];
    private final KeyPair key;
    private String userHandle = "";

    public String rpId;
    public String origin;
    public long signCount = 1;
    public boolean verifies = true;

    public SoftAuthenticator(String rpId, String origin) {
        this.rpId = rpId;
        this.origin = origin;
        new SecureRandom().nextBytes(id);
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            key = generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public String id() {
        return TEXT.encodeToString(id);
    }

    /** The response to a registration. */
    public String create(String challenge, String handle) {
        userHandle = handle;
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        data.writeBytes(authenticatorData(ATTESTED));
        data.writeBytes(new byte[16]); // AAGUID
        data.writeBytes(ByteBuffer.allocate(2).putShort((short) id.length).array());
        data.writeBytes(id);
        data.writeBytes(coseKey());
        ByteArrayOutputStream attestation = new ByteArrayOutputStream();
        attestation.write(0xA3); // a map of three
        text(attestation, "fmt");
        text(attestation, "none");
        text(attestation, "attStmt");
        attestation.write(0xA0);
        text(attestation, "authData");
        bytes(attestation, data.toByteArray());
        return "{\"id\":\"%1$s\",\"rawId\":\"%1$s\",\"type\":\"public-key\",\"clientExtensionResults\":{},\"response\":{\"clientDataJSON\":\"%2$s\",\"attestationObject\":\"%3$s\",\"transports\":[\"internal\",\"hybrid\"]}}"
                .formatted(
                        id(),
                        TEXT.encodeToString(clientData("webauthn.create", challenge)),
                        TEXT.encodeToString(attestation.toByteArray()));
    }

    /** The response to a sign-in. */
    public String get(String challenge) {
        byte[] data = authenticatorData(0);
        byte[] client = clientData("webauthn.get", challenge);
        try {
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(key.getPrivate());
            signature.update(data);
            signature.update(sha256(client));
            return "{\"id\":\"%1$s\",\"rawId\":\"%1$s\",\"type\":\"public-key\",\"clientExtensionResults\":{},\"response\":{\"clientDataJSON\":\"%2$s\",\"authenticatorData\":\"%3$s\",\"signature\":\"%4$s\",\"userHandle\":\"%5$s\"}}"
                    .formatted(
                            id(),
                            TEXT.encodeToString(client),
                            TEXT.encodeToString(data),
                            TEXT.encodeToString(signature.sign()),
                            userHandle);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private byte[] clientData(String type, String challenge) {
        return "{\"type\":\"%s\",\"challenge\":\"%s\",\"origin\":\"%s\",\"crossOrigin\":false}"
                .formatted(type, challenge, origin)
                .getBytes(StandardCharsets.UTF_8);
    }

    private byte[] authenticatorData(int more) {
        int flags = USER_PRESENT | (verifies ? USER_VERIFIED : 0) | BACKUP_ELIGIBLE | BACKED_UP | more;
        return ByteBuffer.allocate(37)
                .put(sha256(rpId.getBytes(StandardCharsets.UTF_8)))
                .put((byte) flags)
                .putInt((int) signCount)
                .array();
    }

    /** EC2, ES256, P-256 (RFC 9053, 7.1.1). */
    private byte[] coseKey() {
        ECPublicKey publicKey = (ECPublicKey) key.getPublic();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {(byte) 0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21});
        bytes(out, fixed(publicKey.getW().getAffineX().toByteArray()));
        out.write(0x22);
        bytes(out, fixed(publicKey.getW().getAffineY().toByteArray()));
        return out.toByteArray();
    }

    /** 32 bytes, without a sign. */
    private static byte[] fixed(byte[] number) {
        byte[] out = new byte[32];
        int length = Math.min(number.length, 32);
        System.arraycopy(number, number.length - length, out, 32 - length, length);
        return out;
    }

    private static void text(ByteArrayOutputStream out, String text) {
        out.write(0x60 | text.length());
        out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void bytes(ByteArrayOutputStream out, byte[] bytes) {
        out.write(0x58);
        out.write(bytes.length);
        out.writeBytes(bytes);
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
