package dev.hexadmin.notify.twilio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.spi.ProviderException;
import dev.hexadmin.application.spi.SmsReport;
import dev.hexadmin.application.spi.SmsStatus;
import dev.hexadmin.application.spi.StatusCallback;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TwilioReportTest {
    private static final String URL = "https://app.example.com/api/notifications/sms/twilio";
    private static final Map<String, String> DELIVERED =
            Map.of("MessageSid", "SM1", "MessageStatus", "delivered", "To", "+15017122661", "ErrorCode", "");

    private static TwilioSmsProvider provider(String token, Map<String, String> more) {
        Map<String, String> settings =
                new HashMap<>(Map.of("account_sid", "AC1", "auth_token", token, "from_number", "+15005550006"));
        settings.putAll(more);
        TwilioSmsProvider provider = new TwilioSmsProvider();
        provider.configure(settings);
        return provider;
    }

    /** Written down once more from the gateway's guide, apart from the code under test. */
    private static String signature(String url, Map<String, String> parameters) throws Exception {
        StringBuilder text = new StringBuilder(url);
        new TreeMap<>(parameters).forEach((name, value) -> text.append(name).append(value));
        Mac mac = Mac.getInstance("HmacSHA1");
        mac.init(new SecretKeySpec("12345".getBytes(StandardCharsets.UTF_8), "HmacSHA1"));
        return Base64.getEncoder().encodeToString(mac.doFinal(text.toString().getBytes(StandardCharsets.UTF_8)));
    }

    private static StatusCallback signed(String url, String signedUrl, Map<String, String> parameters)
            throws Exception {
        return new StatusCallback(url, parameters, Map.of("x-twilio-signature", signature(signedUrl, parameters)));
    }

    @Test
    void the_published_example_of_a_signature_is_accepted() {
        Map<String, String> parameters = Map.of(
                "CallSid", "CA1234567890ABCDE",
                "Caller", "+14158675309",
                "Digits", "1234",
                "From", "+14158675309",
                "To", "+18005551212");
        String url = "https://mycompany.com/myapp.php?foo=1&bar=2";
        StatusCallback example =
                new StatusCallback(url, parameters, Map.of("x-twilio-signature", "RSOYDt4T1cUTdK1PDd93/VVr8B8="));
        assertThat(new Signature("12345").isOn(example, Signature.spellings(url)))
                .isTrue();
        assertThat(new Signature("12346").isOn(example, Signature.spellings(url)))
                .isFalse();
    }

    @Test
    void a_signed_report_says_what_became_of_the_message() throws Exception {
        try (TwilioSmsProvider provider = provider("12345", Map.of())) {
            assertThat(provider.report(signed(URL, URL, DELIVERED)))
                    .contains(new SmsReport("SM1", SmsStatus.DELIVERED, Optional.empty()));
            Map<String, String> failed = Map.of(
                    "SmsSid",
                    "SM2",
                    "SmsStatus",
                    "undelivered",
                    "ErrorCode",
                    "30005",
                    "ErrorMessage",
                    "Unknown\nhandset");
            assertThat(provider.report(signed(URL, URL, failed)))
                    .contains(new SmsReport("SM2", SmsStatus.FAILED, Optional.of("30005 Unknown handset")));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "https://a.example/x?y=1, https://a.example:443/x?y=1",
        "https://a.example:443/x, https://a.example/x",
        "http://a.example/x, http://a.example:80/x",
        "http://a.example:8080/x, http://a.example:8080/x",
    })
    void an_address_may_be_signed_with_its_usual_port_or_without(String called, String signed) throws Exception {
        try (TwilioSmsProvider provider = provider("12345", Map.of())) {
            assertThat(provider.report(signed(called, signed, DELIVERED))).isPresent();
        }
    }

    @Test
    void behind_a_proxy_the_configured_callback_url_counts() throws Exception {
        try (TwilioSmsProvider provider = provider("12345", Map.of("status_callback_url", URL))) {
            assertThat(provider.report(signed("http://10.0.0.7:8080/x", URL, DELIVERED)))
                    .isPresent();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "RSOYDt4T1cUTdK1PDd93/VVr8B8=", "nonsense"})
    void a_report_that_is_not_signed_is_refused(String signature) {
        try (TwilioSmsProvider provider = provider("12345", Map.of())) {
            StatusCallback callback = new StatusCallback(URL, DELIVERED, Map.of("x-twilio-signature", signature));
            assertThatThrownBy(() -> provider.report(callback))
                    .isInstanceOfSatisfying(
                            ProviderException.class,
                            e -> assertThat(e.retryable()).isFalse());
        }
    }

    @Test
    void a_signature_covers_the_address_and_every_parameter() throws Exception {
        Map<String, String> changed = new HashMap<>(DELIVERED);
        changed.put("MessageStatus", "failed");
        String signature = signature(URL, DELIVERED);
        try (TwilioSmsProvider provider = provider("12345", Map.of())) {
            for (StatusCallback forged : new StatusCallback[] {
                new StatusCallback(URL, changed, Map.of("x-twilio-signature", signature)),
                new StatusCallback(URL + "?x", DELIVERED, Map.of("x-twilio-signature", signature)),
                new StatusCallback(URL, Map.of(), Map.of("x-twilio-signature", signature)),
                new StatusCallback(URL, DELIVERED, Map.of()),
            }) {
                assertThatThrownBy(() -> provider.report(forged)).isInstanceOf(ProviderException.class);
            }
        }
    }

    @Test
    void a_signed_request_that_is_no_report_is_refused() throws Exception {
        try (TwilioSmsProvider provider = provider("12345", Map.of())) {
            StatusCallback call = signed(URL, URL, Map.of("CallSid", "CA1"));
            assertThatThrownBy(() -> provider.report(call)).hasMessageContaining("not a status report");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "account_sid, ''",
        "account_sid, a/b",
        "auth_token, ''",
        "from_number, ''",
        "base_url, nowhere",
        "base_url, ftp://example.com",
        "base_url, https://user:pw@example.com",
        "base_url, https://example.com?x",
        "status_callback_url, /relative",
        "acount_sid, x",
    })
    void a_setting_that_cannot_be_used_is_refused_by_its_key(String key, String value) {
        assertThatThrownBy(() -> provider("very-secret", Map.of(key, value)).close())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(key + ": ")
                .hasMessageNotContaining("very-secret");
    }
}
