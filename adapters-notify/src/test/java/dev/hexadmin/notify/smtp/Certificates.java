package dev.hexadmin.notify.smtp;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Collections;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A self-signed certificate with its key for a host's name, made by the JDK's keytool. */
public final class Certificates {
    private static final char[] PASSWORD = "changeit".toCharArray();

    private final SSLContext context;

    private Certificates(SSLContext context) {
        this.context = context;
    }

    public static Certificates of(String host, Path folder) throws IOException, GeneralSecurityException {
        Path file = folder.resolve(host + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "mail",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + host,
                        "-ext",
                        "SAN=dns:" + host,
                        "-validity",
                        "2",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        new String(PASSWORD))
                .redirectErrorStream(true)
                .start();
        String said = new String(keytool.getInputStream().readAllBytes());
        if (keytool.onExit().join().exitValue() != 0) {
            throw new IOException(said);
        }
        try (InputStream in = Files.newInputStream(file)) {
            return of(in);
        }
    }

    /** GreenMail shows the certificate of this process's first call, for as long as the process lives. */
    static void showByGreenMail(String host, Path folder) {
        System.setProperty(
                "greenmail.tls.keystore.file", folder.resolve(host + ".p12").toString());
        System.setProperty("greenmail.tls.keystore.password", new String(PASSWORD));
    }

    private static Certificates of(InputStream in) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(in, PASSWORD);
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        for (String alias : Collections.list(store.aliases())) {
            trusted.setCertificateEntry(alias, store.getCertificate(alias));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return new Certificates(context);
    }

    /** Shows the certificate as a server, and trusts it, and nothing else, as a client. */
    public SSLContext context() {
        return context;
    }
}
