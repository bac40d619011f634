package dev.hexadmin.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/**
 * A certificate that is its own authority, with its key.
 *
 * @param certificate in PEM
 * @param key in PEM
 * @param store both, in PKCS #12
 */
public record Certificates(Path certificate, Path key, Path store) {
    /** The password of the store. */
    public static final String PASSWORD = "changeit";

    /** Makes one for a name; {@code alternative} is that of a server, such as {@code dns:localhost}. */
    public static Certificates make(Path folder, String name, String alternative) {
        Path store = folder.resolve(name + ".p12");
        try {
            Process keytool = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "keytool")
                                    .toString(),
                            "-genkeypair",
                            "-alias",
                            "user",
                            "-keyalg",
                            "EC",
                            "-validity",
                            "2",
                            "-dname",
                            "CN=" + name,
                            "-ext",
                            "san=" + alternative,
                            "-ext",
                            "bc=ca:true",
                            "-keystore",
                            store.toString(),
                            "-storetype",
                            "PKCS12",
                            "-storepass",
                            PASSWORD)
                    .redirectErrorStream(true)
                    .start();
            String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (keytool.waitFor() != 0) {
                throw new IllegalStateException(said);
            }
            KeyStore made = KeyStore.getInstance("PKCS12");
            try (InputStream in = Files.newInputStream(store)) {
                made.load(in, PASSWORD.toCharArray());
            }
            Path key = pem(
                    folder.resolve(name + ".key"),
                    "PRIVATE KEY",
                    made.getKey("user", PASSWORD.toCharArray()).getEncoded());
            Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
            return new Certificates(
                    pem(
                            folder.resolve(name + ".crt"),
                            "CERTIFICATE",
                            made.getCertificate("user").getEncoded()),
                    key,
                    store);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static Path pem(Path file, String what, byte[] bytes) throws IOException {
        return Files.write(
                file,
                List.of(
                        "-----BEGIN " + what + "-----",
                        Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes),
                        "-----END " + what + "-----"));
    }
}
