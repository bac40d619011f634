package dev.hexadmin.notify.smtp;

import dev.hexadmin.notify.settings.KnownSettings;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/** A mail server, the protection of its connections, and our account. */
final class MailServer {
    private static final System.Logger LOG = System.getLogger(MailServer.class.getName());
    private static final List<String> KEYS =
            List.of("host", "port", "username", "password", "from_address", "from_name", "tls");

    private final String host;
    private final int port;
    private final Optional<String> username;
    private final Optional<String> password;
    private final String from;
    private final Optional<String> fromName;
    private final Properties properties;

    /** Created on first use: its creation takes longer than the rest of the start. */
    private volatile @Nullable Session session;

    MailServer(Map<String, String> values, Limits limits, Optional<SSLSocketFactory> trust) {
        KnownSettings settings = new KnownSettings(values, KEYS);
        this.host = settings.needed("host");
        this.port = settings.number("port", 1, 65_535, 587);
        this.from = settings.needed("from_address");
        if (!isAddress(from)) {
            throw KnownSettings.wrong("from_address", "an e-mail address is expected");
        }
        this.fromName = settings.text("from_name");
        if (fromName.stream().flatMapToInt(String::chars).anyMatch(Character::isISOControl)) {
            throw KnownSettings.wrong("from_name", "a name of one line is expected");
        }
        this.username = settings.text("username");
        this.password = settings.text("password");
        if (username.isPresent() != password.isPresent()) {
            throw KnownSettings.wrong(
                    username.isPresent() ? "password" : "username", "'username' and 'password' go together");
        }
        String tls = settings.word("tls", List.of("starttls", "tls", "none"));
        if (tls.equals("none") && password.isPresent()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "E-mail: the password is sent to {0} unencrypted, because ''tls'' is ''none''",
                    this);
        }
        this.properties = properties(tls, limits, trust);
    }

    /**
     * All properties are set explicitly, since some defaults of the library are unsafe: no time-outs, no check of the
     * host's name.
     */
    private Properties properties(String tls, Limits limits, Optional<SSLSocketFactory> trust) {
        Properties properties = new Properties();
        properties.setProperty(
                "mail.smtp.connectiontimeout", "" + limits.connect().toMillis());
        properties.setProperty("mail.smtp.timeout", "" + limits.answer().toMillis());
        properties.setProperty("mail.smtp.writetimeout", "" + limits.answer().toMillis());
        properties.setProperty("mail.smtp.auth", "" + username.isPresent());
        properties.setProperty("mail.smtp.ssl.enable", "" + tls.equals("tls"));
        properties.setProperty("mail.smtp.starttls.enable", "" + tls.equals("starttls"));
        properties.setProperty("mail.smtp.starttls.required", "" + tls.equals("starttls"));
        properties.setProperty("mail.smtp.ssl.checkserveridentity", "true");
        properties.setProperty("mail.smtp.quitwait", "false");
        properties.setProperty("mail.mime.allowutf8", "false");
        trust.ifPresent(factory -> properties.put("mail.smtp.ssl.socketFactory", factory));
        return properties;
    }

    static boolean isAddress(String text) {
        try {
            return new InternetAddress(text, true).getAddress().equals(text)
                    && text.indexOf('@') > 0
                    && text.chars().allMatch(c -> c > ' ' && c < 127);
        } catch (AddressException e) {
            return false;
        }
    }

    /** Opens and authenticates a new connection. */
    MailConnection connect() throws MessagingException {
        MailConnection connection = new MailConnection(session());
        @Nullable String user = username.orElse(null);
        @Nullable String secret = password.orElse(null);
        connection.connect(host, port, user, secret);
        return connection;
    }

    Session session() {
        @Nullable Session made = session;
        if (made == null) {
            made = Session.getInstance(properties);
            session = made;
        }
        return made;
    }

    String from() {
        return from;
    }

    Optional<String> fromName() {
        return fromName;
    }

    /** {@code <key@domain>} (RFC 5322, 3.6.4). A repeated message with the same key has the same id. */
    String messageId(String key) {
        StringBuilder id = new StringBuilder("<");
        for (int i = 0; i < key.length(); i++) {
            char c = key.charAt(i);
            if (c < 128 && (Character.isLetterOrDigit(c) || c == '-' || c == '_')) {
                id.append(c);
            } else {
                id.append('=').append(Integer.toHexString(c)).append('=');
            }
        }
        return id.append('@')
                .append(from.substring(from.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT))
                .append('>')
                .toString();
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
