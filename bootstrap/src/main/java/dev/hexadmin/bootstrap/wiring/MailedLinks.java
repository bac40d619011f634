package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.application.comments.CommentsAssembly;
import dev.hexadmin.application.identity.IdentitySettings;
import dev.hexadmin.bootstrap.Setting;
import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.http.HttpAdapter;
import java.net.URI;
import java.util.Optional;
import java.util.Set;

/**
 * Links in mails. They never have the address of a request, whose header {@code Host} any client can choose; when no
 * address is known, mails have no links.
 */
final class MailedLinks {
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "::1");

    private MailedLinks() {}

    static Optional<IdentitySettings.LinkAddresses> ofAccounts(Settings settings) {
        return publicUrl(settings).map(url -> HttpAdapter.mailedLinks(url, settings.get(Setting.ADMIN_PATH)));
    }

    static CommentsAssembly.Links ofComments(Settings settings) {
        Optional<URI> reached = publicUrl(settings);
        return (model, key, comment) -> reached.flatMap(
                url -> HttpAdapter.commentLink(url, settings.get(Setting.ADMIN_PATH), model, key, comment));
    }

    static Optional<String> toUnsubscribe(Settings settings) {
        return publicUrl(settings)
                .filter(url -> settings.get(Setting.NOTIFICATIONS_UNSUBSCRIBE_LINKS))
                .map(url -> HttpAdapter.unsubscribeLink(url, settings.get(Setting.NOTIFICATIONS_PREFIX)));
    }

    private static Optional<URI> publicUrl(Settings settings) {
        Optional<URI> named = settings.find(Setting.PUBLIC_URL);
        String host = settings.get(Setting.HOST);
        int port = settings.get(Setting.PORT);
        boolean local = LOOPBACK.contains(host) && port > 0;
        return named.isPresent() || !local
                ? named
                : Optional.of(URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port));
    }
}
