package dev.hexadmin.persistence.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TlsModeTest {
    private static Optional<String> gap(String host, String parameters) {
        return TlsMode.gap(
                new DatabaseSettings.Server("PostgreSQL", host, 5432, "shop", "u", "p", parameters, 2), "sslmode");
    }

    @Test
    void every_mode_but_full_verification_is_named_for_servers_elsewhere() {
        assertThat(gap("db.example", ""))
                .hasValueSatisfying(gap -> assertThat(gap).contains("may not be encrypted"));
        assertThat(gap("db.example", "a=b&sslmode=prefer"))
                .hasValueSatisfying(gap -> assertThat(gap).contains("may not"));
        assertThat(gap("db.example", "sslmode=require")).contains("is encrypted, but any server is accepted");
        assertThat(gap("db.example", "sslmode=verify-ca&a=b"))
                .hasValueSatisfying(gap -> assertThat(gap).contains("of the authority"));
        assertThat(gap("db.example", "sslmode=verify-full")).isEmpty();
        assertThat(gap("db.example", "sslmode=VERIFY_IDENTITY")).isEmpty();
        assertThat(gap("db.example", "asslmode=verify-full")).isPresent();
    }

    @Test
    void nothing_is_said_about_this_machine() {
        assertThat(gap("localhost", "")).isEmpty();
        assertThat(gap("127.0.0.1", "sslmode=disable")).isEmpty();
        assertThat(gap("[::1]", "")).isEmpty();
        assertThat(gap("localhost.example", "")).isPresent();
    }
}
