package dev.hexadmin.persistence.credentials;

import com.eatthepath.otp.HmacOneTimePasswordGenerator;
import dev.hexadmin.application.identity.port.OneTimeCodes;
import java.security.InvalidKeyException;
import java.util.Locale;
import javax.crypto.spec.SecretKeySpec;

/** HOTP (RFC 4226), the core of TOTP (RFC 6238). Thread-safe. */
public final class JavaOtpCodes implements OneTimeCodes {
    private final HmacOneTimePasswordGenerator generator = new HmacOneTimePasswordGenerator(6);

    @Override
    public String code(byte[] secret, long counter) {
        try {
            return generator.generateOneTimePasswordString(
                    new SecretKeySpec(secret, generator.getAlgorithm()), counter, Locale.ROOT);
        } catch (InvalidKeyException e) {
            throw new IllegalArgumentException("the secret is no key", e);
        }
    }
}
