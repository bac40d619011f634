package dev.hexadmin.http.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class ListenAddressTest {
    private static String refusal(String host, int port) {
        try {
            new ListenAddress(host, port).check();
        } catch (UncheckedIOException e) {
            return String.valueOf(e.getMessage());
        }
        throw new AssertionError("it can listen there");
    }

    @Test
    void a_port_that_is_in_use_is_named_with_what_to_do() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            assertThat(refusal("127.0.0.1", taken.getLocalPort()))
                    .startsWith("Cannot listen on 127.0.0.1:" + taken.getLocalPort() + ": the port is in use.")
                    .contains("--port")
                    .doesNotContain("\n");
        }
    }

    @Test
    void an_address_of_another_machine_is_named_with_what_to_do() {
        assertThat(refusal("192.0.2.7", 0))
                .startsWith("Cannot listen on 192.0.2.7:0: no network interface of this machine has this address.")
                .contains("--host");
        assertThat(refusal("2001:db8::7", 8080)).startsWith("Cannot listen on [2001:db8::7]:8080: ");
    }

    @Test
    void a_name_that_is_not_known_is_named() {
        assertThat(refusal("nowhere.invalid", 8080))
                .startsWith("Cannot listen on nowhere.invalid:8080: the host name cannot be resolved.");
    }

    @Test
    void a_privileged_port_is_named_with_what_to_do() {
        assumeTrue(!System.getProperty("user.name").equals("root"), "the superuser may listen on every port");
        assertThat(refusal("127.0.0.1", 1)).contains("ports below 1024", "CAP_NET_BIND_SERVICE");
    }

    @Test
    void any_other_port_can_be_had() {
        assertThatCode(() -> new ListenAddress("127.0.0.1", 0).check()).doesNotThrowAnyException();
        assertThatCode(() -> new ListenAddress("localhost", 0).check()).doesNotThrowAnyException();
    }
}
