package dev.hexadmin.http.webauthn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.identity.RelyingParty;
import dev.hexadmin.http.server.request.RequestContext;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RelyingPartiesTest {
    /** A request to this address. */
    private static RequestContext request(String url) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            if (method.getName().equals("url")) {
                return url;
            }
            throw new UnsupportedOperationException(method.getName());
        };
        return (RequestContext) Proxy.newProxyInstance(
                RequestContext.class.getClassLoader(), new Class<?>[] {RequestContext.class}, handler);
    }

    private static RelyingParties parties(String publicUrl, String id, String... origins) {
        return RelyingParties.of(
                Optional.of(publicUrl).filter(url -> !url.isEmpty()).map(URI::create),
                Optional.of(id).filter(text -> !text.isEmpty()),
                List.of(origins));
    }

    private static Optional<RelyingParty> at(RelyingParties parties, String url) {
        return parties.of(request(url));
    }

    @Test
    void the_public_address_is_the_site_whatever_host_a_request_names() {
        RelyingParties parties = parties("https://Admin.example.com:443/behind/a/proxy/", "");
        RelyingParty site = new RelyingParty("admin.example.com", Set.of("https://admin.example.com"));
        assertThat(at(parties, "https://evil.example/admin/login")).contains(site);
        assertThat(at(parties, "http://127.0.0.1:8080/admin/login")).contains(site);
        assertThat(at(parties("https://admin.example.com:8443", ""), "http://x"))
                .contains(new RelyingParty("admin.example.com", Set.of("https://admin.example.com:8443")));
    }

    @Test
    void other_front_ends_are_at_the_same_domain() {
        assertThat(at(
                        parties(
                                "https://admin.example.com",
                                "example.com",
                                "https://app.example.com",
                                "android:apk-key-hash:abc"),
                        "http://x"))
                .contains(new RelyingParty(
                        "example.com",
                        Set.of("https://admin.example.com", "https://app.example.com", "android:apk-key-hash:abc")));
        assertThat(at(parties("", "example.com", "https://app.example.com"), "http://x"))
                .contains(new RelyingParty("example.com", Set.of("https://app.example.com")));
    }

    @Test
    void without_it_only_localhost_is_a_site() {
        RelyingParties parties = parties("", "");
        assertThat(at(parties, "http://localhost:8080/admin/login?next=x"))
                .contains(new RelyingParty("localhost", Set.of("http://localhost:8080")));
        assertThat(at(parties, "http://panel.localhost/admin"))
                .contains(new RelyingParty("panel.localhost", Set.of("http://panel.localhost")));
        for (String url : List.of(
                "http://127.0.0.1:8080/",
                "http://[::1]:8080/",
                "https://evil.example/",
                "http://localhost.evil.example/",
                "?")) {
            assertThat(at(parties, url)).isEmpty();
        }
        assertThatThrownBy(() -> parties.require(request("https://evil.example/")))
                .isInstanceOfSatisfying(
                        RequestRejectedException.class,
                        refused -> assertThat(refused.code()).isEqualTo("passkeys_unavailable"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://admin.example.com", "https://192.0.2.7", "https://[2001:db8::1]:8443"})
    void an_address_that_browsers_do_not_trust_is_no_site(String publicUrl) {
        assertThat(at(parties(publicUrl, ""), publicUrl)).isEmpty();
    }

    @Test
    void wrong_settings_are_named() {
        assertThatThrownBy(() -> parties("https://admin.example.com", "https://example.com"))
                .hasMessageContaining("passkeys.rp_id must be a host name");
        assertThatThrownBy(() -> parties("https://admin.example.com", "example.org"))
                .hasMessageContaining("'https://admin.example.com' is not at example.org or below it");
        assertThatThrownBy(() -> parties("", "example.com")).hasMessageContaining("passkeys.origins is needed");
        assertThatThrownBy(() -> parties("", "", "https://app.example.com"))
                .hasMessageContaining("passkeys.rp_id is needed");
        for (String origin :
                List.of("http://app.example.com", "https://app.example.com/", "app.example.com", "https://10.0.0.1")) {
            assertThatThrownBy(() -> parties("https://example.com", "", origin))
                    .hasMessageContaining("'" + origin + "' is no origin");
        }
    }
}
