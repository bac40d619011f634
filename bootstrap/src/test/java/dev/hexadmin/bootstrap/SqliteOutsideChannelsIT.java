package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.bootstrap.plugins.ExampleProvider;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SqliteOutsideChannelsIT extends OutsideChannelsContract {
    @Override
    DatabaseSettings database(Path folder) {
        return TestDatabases.migratedSqlite(folder);
    }

    @Test
    void the_provider_of_the_examples_sends_what_a_server_that_finds_it_is_given() throws IOException {
        Path plugins = Files.createDirectories(folder.resolve("plugins"));
        Files.copy(ExampleProvider.jar(), plugins.resolve("file-sms.jar"));
        Path messages = folder.resolve("messages.jsonl");
        serveWith("{ file: { path: \"" + messages + "\" } }", "default_sms_provider: file");
        JsonNode sent = send("ann", "into a file", "sms").only();
        assertThat(sent.path("provider").asText()).isEqualTo("file");
        assertThat(sent.path("status").asText()).isEqualTo("sent");
        assertThat(messages)
                .content()
                .contains(sent.path("message_id").asText())
                .containsOnlyOnce("into a file")
                .contains("+15017122661");
    }
}
