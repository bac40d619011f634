package dev.hexadmin.http.server.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.helidon.http.HeaderNames;
import io.helidon.http.WritableHeaders;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientAddressTest {
    private final ClientAddress behindProxies =
            new ClientAddress(List.of("10.0.0.0/8", "192.168.1.5", "2001:db8::/32", "::1", "172.16.0.0/12"));

    @ParameterizedTest(name = "{0} with {1} is {2}")
    @CsvSource(delimiter = '|', textBlock = """
                    203.0.113.9   | ''                                   | 203.0.113.9
                    203.0.113.9   | 1.2.3.4                              | 203.0.113.9
                    10.1.2.3      | ''                                   | 10.1.2.3
                    10.1.2.3      | 1.2.3.4                              | 1.2.3.4
                    10.1.2.3      | 9.9.9.9, 1.2.3.4                     | 1.2.3.4
                    10.1.2.3      | 9.9.9.9, 1.2.3.4, 10.9.9.9           | 1.2.3.4
                    10.1.2.3      | 1.2.3.4,10.9.9.9,192.168.1.5         | 1.2.3.4
                    10.1.2.3      | 1.2.3.4, 192.168.1.6                 | 192.168.1.6
                    10.1.2.3      | 10.0.0.1, 10.0.0.2                   | 10.0.0.1
                    10.1.2.3      | rubbish                              | 10.1.2.3
                    10.1.2.3      | 1.2.3.4, rubbish                     | 10.1.2.3
                    10.1.2.3      | 1.2.3.4, rubbish, 10.0.0.7           | 10.0.0.7
                    10.1.2.3      | rubbish, 10.0.0.7                    | 10.0.0.7
                    10.1.2.3      | 1.2.3.4,, 10.0.0.7                   | 10.0.0.7
                    10.1.2.3      | ,                                    | 10.1.2.3
                    10.1.2.3      | 1.2.3.4:5678                         | 1.2.3.4
                    10.1.2.3      | 1.2.3.4:                             | 10.1.2.3
                    10.1.2.3      | 1.2.3.4:port                         | 10.1.2.3
                    10.1.2.3      | 1.2.3.256                            | 10.1.2.3
                    10.1.2.3      | 1.2.3                                | 10.1.2.3
                    10.1.2.3      | 01.2.3.4                             | 10.1.2.3
                    10.1.2.3      | 1.2.3.4.5                            | 10.1.2.3
                    10.1.2.3      | 2130706433                           | 10.1.2.3
                    10.1.2.3      | localhost                            | 10.1.2.3
                    10.1.2.3      | unknown                              | 10.1.2.3
                    10.1.2.3      | 2606:4700::1111                      | 2606:4700:0:0:0:0:0:1111
                    10.1.2.3      | [2606:4700::1111]                    | 2606:4700:0:0:0:0:0:1111
                    10.1.2.3      | [2606:4700::1111]:443                | 2606:4700:0:0:0:0:0:1111
                    10.1.2.3      | [2606:4700::1111                     | 10.1.2.3
                    10.1.2.3      | [1.2.3.4]                            | 10.1.2.3
                    10.1.2.3      | fe80::1%eth0                         | 10.1.2.3
                    10.1.2.3      | 1.2.3.4, 2001:db8:1::9               | 1.2.3.4
                    2001:db8::5   | 1.2.3.4                              | 1.2.3.4
                    2001:db9::5   | 1.2.3.4                              | 2001:db9:0:0:0:0:0:5
                    ::1           | 1.2.3.4                              | 1.2.3.4
                    172.31.255.1  | 1.2.3.4                              | 1.2.3.4
                    172.32.0.1    | 1.2.3.4                              | 172.32.0.1
                    ::ffff:10.1.2.3 | 1.2.3.4                            | 1.2.3.4
                    10.1.2.3      | ::FFFF:1.2.3.4                       | 1.2.3.4
                    10.1.2.3      | 9.9.9.9, ::ffff:10.0.0.9             | 9.9.9.9
                    10.1.2.3      | [::ffff:1.2.3.4]:80                  | 1.2.3.4
                    10.1.2.3      | 9.9.9.9, [::1]:80                    | 9.9.9.9
                    10.1.2.3      | [2606:4700::1111]:                   | 10.1.2.3
                    10.1.2.3      | [2606:4700::1111]:443:9              | 10.1.2.3
                    10.1.2.3      | []                                   | 10.1.2.3
                    10.1.2.3      | 2606:4700::ABCD                      | 2606:4700:0:0:0:0:0:abcd
                    10.1.2.3      | 2606:4700:0:0:0:0:0:abcd             | 2606:4700:0:0:0:0:0:abcd
                    10.1.2.3      | 9.9.9.9, 2001:DB8:FFFF::1            | 9.9.9.9
                    10.1.2.3      | 1.2.3.4:99999999                     | 10.1.2.3
                    10.1.2.3      | 1.2.3.4:-1                           | 10.1.2.3
                    10.1.2.3      | '\t 1.2.3.4 \t'                      | 1.2.3.4
                    10.1.2.3      | '   1.2.3.4   ,   10.0.0.9   '       | 1.2.3.4
                    10.1.2.3      | 1.2.3.4,                             | 10.1.2.3
                    10.1.2.3      | ',1.2.3.4'                           | 1.2.3.4
                    10.1.2.3      | 1.2.3.4, _hidden                     | 10.1.2.3
                    10.1.2.3      | 1.2.3.4, unknown, 10.0.0.9           | 10.0.0.9
                    10.1.2.3      | 1.2.3.4 5.6.7.8                      | 10.1.2.3
                    10.1.2.3      | '"1.2.3.4"'                          | 10.1.2.3
                    10.1.2.3      | for=1.2.3.4                          | 10.1.2.3
                    10.1.2.3      | 0x01020304                           | 10.1.2.3
                    10.1.2.3      | 127.1                                | 10.1.2.3
                    10.1.2.3      | -1.2.3.4                             | 10.1.2.3
                    10.1.2.3      | １.2.3.4                             | 10.1.2.3
                    10.1.2.3      | 1.2.3.4, fe80::1%lo                  | 10.1.2.3
                    10.1.2.3      | [fe80::1%25lo]                       | 10.1.2.3
                    10.1.2.3      | 2606:4700::1::1                      | 10.1.2.3
                    10.1.2.3      | :                                    | 10.1.2.3
                    10.1.2.3      | a.example                            | 10.1.2.3
                    """)
    void the_client_is_the_first_hop_that_is_not_trusted(String peer, String forwardedFor, String client) {
        assertThat(behindProxies.of(InetAddress.ofLiteral(peer), forwardedFor).address())
                .isEqualTo(client);
    }

    @ParameterizedTest
    @CsvSource({
        "203.0.113.9, 10.9.9.9, 0",
        "10.1.2.3, '', 1",
        "10.1.2.3, 1.2.3.4, 1",
        "10.1.2.3, '10.0.0.7, 1.2.3.4', 1",
        "10.1.2.3, '1.2.3.4, 10.0.0.7', 2",
        "10.1.2.3, 'rubbish, 10.0.0.7', 2",
    })
    void the_trusted_proxies_on_the_way_are_counted(String peer, String forwardedFor, int proxies) {
        assertThat(behindProxies.of(InetAddress.ofLiteral(peer), forwardedFor).proxies())
                .isEqualTo(proxies);
    }

    @Test
    void a_long_header_is_read_no_further_than_a_chain_of_proxies_is_long() {
        InetAddress peer = InetAddress.ofLiteral("10.1.2.3");
        String forged = "1.2.3.4,".repeat(20_000);
        assertThat(behindProxies.of(peer, forged + "9.9.9.9").address()).isEqualTo("9.9.9.9");
        assertThat(behindProxies.of(peer, forged).address()).isEqualTo("10.1.2.3");
        assertThat(behindProxies.of(peer, "x".repeat(100_000)).address()).isEqualTo("10.1.2.3");
        assertThat(behindProxies.of(peer, ":".repeat(100_000)).address()).isEqualTo("10.1.2.3");
        assertThat(behindProxies.of(peer, "1.2.3.4" + " ".repeat(100_000)).address())
                .isEqualTo("1.2.3.4");
        assertThat(behindProxies
                        .of(peer, "1.2.3.4" + ",10.9.9.9".repeat(20_000))
                        .address())
                .isEqualTo("10.9.9.9");
        assertThat(behindProxies.of(peer, "1.2.3.4" + ",10.9.9.9".repeat(99)).address())
                .isEqualTo("1.2.3.4");
    }

    @Test
    void lines_of_the_header_are_read_as_one_and_other_headers_not_at_all() {
        SocketAddress peer = new InetSocketAddress(InetAddress.ofLiteral("10.1.2.3"), 4711);
        WritableHeaders<?> headers = WritableHeaders.create();
        headers.add(HeaderNames.create("Forwarded"), "for=9.9.9.9");
        headers.add(HeaderNames.create("X-Real-IP"), "9.9.9.9");
        assertThat(behindProxies.of(peer, headers).address()).isEqualTo("10.1.2.3");
        headers.add(HeaderNames.create("X-Forwarded-For"), "9.9.9.9, 1.2.3.4");
        headers.add(HeaderNames.create("X-Forwarded-For"), "10.0.0.9");
        assertThat(behindProxies.of(peer, headers).address()).isEqualTo("1.2.3.4");
        headers.add(HeaderNames.create("X-Forwarded-For"), "");
        assertThat(behindProxies.of(peer, headers).address()).isEqualTo("10.1.2.3");
        SocketAddress file = UnixDomainSocketAddress.of("/tmp/x");
        assertThat(behindProxies.of(file, headers).address()).isEmpty();
    }

    @Test
    void a_v4_network_may_be_written_in_v6() {
        ClientAddress mapped = new ClientAddress(List.of("::ffff:10.0.0.0/104"));
        assertThat(mapped.of(InetAddress.ofLiteral("10.1.2.3"), "1.2.3.4").address())
                .isEqualTo("1.2.3.4");
        assertThat(mapped.of(InetAddress.ofLiteral("11.1.2.3"), "1.2.3.4").address())
                .isEqualTo("11.1.2.3");
    }

    @Test
    void nobody_is_believed_without_trusted_proxies() {
        assertThat(new ClientAddress(List.of())
                        .of(InetAddress.ofLiteral("10.1.2.3"), "1.2.3.4")
                        .address())
                .isEqualTo("10.1.2.3");
    }

    @Test
    void a_network_of_no_bits_holds_every_address_of_its_kind() {
        ClientAddress everyV4 = new ClientAddress(List.of("0.0.0.0/0"));

        assertThat(everyV4.of(InetAddress.ofLiteral("8.8.8.8"), "1.2.3.4, 5.6.7.8")
                        .address())
                .isEqualTo("1.2.3.4");
        assertThat(everyV4.of(InetAddress.ofLiteral("::1"), "1.2.3.4").address())
                .isEqualTo("0:0:0:0:0:0:0:1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "proxy",
                "10.0.0.0/33",
                "10.0.0.0/",
                "10.0.0.0/-1",
                "10.0.0.0/8/8",
                "::/129",
                "10.0/8",
                "::ffff:10.0.0.0/8",
                "fe80::1%lo"
            })
    void a_wrong_setting_is_named(String entry) {
        assertThatThrownBy(() -> new ClientAddress(List.of("10.0.0.1", entry)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + entry + "'");
    }
}
