package dev.hexadmin.domain.identity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DeviceTraitTest {
    @Test
    void a_program_is_known_by_its_name_and_its_network() {
        DeviceTrait trait = DeviceTrait.ofProgram("curl/8.1", "192.0.2.7");
        assertThat(DeviceTrait.ofProgram("curl/8.2", "192.0.2.200")).isEqualTo(trait);
        assertThat(DeviceTrait.ofProgram("wget/8.1", "192.0.2.7")).isNotEqualTo(trait);
        assertThat(DeviceTrait.ofProgram("curl/8.1", "192.0.3.7")).isNotEqualTo(trait);
    }

    @Test
    void a_network_of_ipv6_has_48_bits() {
        DeviceTrait trait = DeviceTrait.ofProgram("curl", "2001:db8:1:2:0:0:0:1");
        assertThat(DeviceTrait.ofProgram("curl", "2001:db8:1:3:0:0:0:9")).isEqualTo(trait);
        assertThat(DeviceTrait.ofProgram("curl", "2001:db8:2:2:0:0:0:1")).isNotEqualTo(trait);
    }

    @Test
    void a_browser_is_known_by_its_secret_which_is_not_printed() {
        assertThat(DeviceTrait.ofBrowser("abc")).isNotEqualTo(DeviceTrait.ofBrowser("abd"));
        assertThat(DeviceTrait.ofBrowser("abc").toString()).doesNotContain("abc");
        assertThat(DeviceTrait.ofProgram("curl", "").text()).contains("curl");
    }
}
