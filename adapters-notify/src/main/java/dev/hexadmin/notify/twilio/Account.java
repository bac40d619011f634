package dev.hexadmin.notify.twilio;

import dev.hexadmin.notify.settings.KnownSettings;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An account at a gateway, and the gateway's address. */
record Account(String sid, String token, String from, String baseUrl, Optional<URI> statusCallback) {
    private static final System.Logger LOG = System.getLogger(Account.class.getName());
    private static final String USUAL_URL = "https://api.twilio.com";

    static Account of(Map<String, String> values) {
        KnownSettings settings = new KnownSettings(
                values, List.of("account_sid", "auth_token", "from_number", "base_url", "status_callback_url"));
        String sid = settings.needed("account_sid");
        if (!sid.matches("[A-Za-z0-9_.-]{1,64}")) {
            throw KnownSettings.wrong("account_sid", "letters and digits are expected");
        }
        URI url = settings.url("base_url").orElse(URI.create(USUAL_URL));
        if (url.getRawQuery() != null) {
            throw KnownSettings.wrong("base_url", "a URL without a query is expected");
        }
        if (url.getScheme().equals("http")
                && !List.of("localhost", "127.0.0.1", "[::1]").contains(url.getHost())) {
            LOG.log(System.Logger.Level.WARNING, "SMS: the token is sent to {0} unencrypted: no https", url.getHost());
        }
        return new Account(
                sid,
                settings.needed("auth_token"),
                settings.needed("from_number"),
                url.toString().replaceFirst("/+$", ""),
                settings.url("status_callback_url"));
    }

    /** The {@code Authorization} header (RFC 7617). */
    String authorization() {
        return "Basic " + Base64.getEncoder().encodeToString((sid + ":" + token).getBytes(StandardCharsets.UTF_8));
    }

    URI messages(String rest) {
        return URI.create(baseUrl + "/2010-04-01/Accounts/" + sid + "/Messages" + rest);
    }

    @Override
    public String toString() {
        return "Account[" + baseUrl + "]";
    }
}
