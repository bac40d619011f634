package dev.hexadmin.persistence.database;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.lang.System.Logger.Level;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the mode of TLS in a URL leaves open. */
public final class TlsMode {
    private static final System.Logger LOG = System.getLogger(TlsMode.class.getName());
    private static final Pattern LOOPBACK =
            Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|\\[?(::1|0:0:0:0:0:0:0:1)]?", Pattern.CASE_INSENSITIVE);

    private TlsMode() {}

    /** Logs what is open, unless the server is on this machine. */
    public static void report(DatabaseSettings.Server server, String parameter) {
        gap(server, parameter)
                .ifPresent(gap -> LOG.log(
                        Level.WARNING,
                        "The connection to {0} {1}. Add {2}=verify-full to its URL, with the root certificate",
                        server,
                        gap,
                        parameter));
    }

    /**
     * What is open.
     *
     * @param parameter of the URL, such as {@code sslmode}
     */
    static Optional<String> gap(DatabaseSettings.Server server, String parameter) {
        if (LOOPBACK.matcher(server.host()).matches()) {
            return Optional.empty();
        }
        Matcher named = Pattern.compile("(?:^|&)" + parameter + "=([^&]*)").matcher(server.parameters());
        String mode = named.find() ? named.group(1) : "";
        return switch (mode.toLowerCase(Locale.ROOT).replace('_', '-')) {
            case "verify-full", "verify-identity" -> Optional.empty();
            case "verify-ca" ->
                Optional.of("is encrypted, but any server with a certificate of the authority is accepted");
            case "require", "required", "trust" -> Optional.of("is encrypted, but any server is accepted");
            default -> Optional.of("may not be encrypted, and any server is accepted");
        };
    }
}
