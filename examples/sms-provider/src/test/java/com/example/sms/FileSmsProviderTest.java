package com.example.sms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hexadmin.application.spi.SmsMessage;
import dev.hexadmin.application.spi.SmsProvider;
import dev.hexadmin.testing.providers.SmsProviderContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSmsProviderTest extends SmsProviderContract {
    @TempDir
    Path folder;

    private SmsProvider writingTo(Path file) {
        FileSmsProvider provider = new FileSmsProvider();
        provider.configure(Map.of("path", file.toString()));
        return provider;
    }

    @Override
    protected SmsProvider provider() {
        return writingTo(folder.resolve("messages.jsonl"));
    }

    @Override
    protected Optional<SmsProvider> withDeadGateway() {
        return Optional.of(writingTo(folder.resolve("not there").resolve("messages.jsonl")));
    }

    @Override
    protected List<String> secrets() {
        return List.of();
    }

    @Override
    protected boolean knowsRepeats() {
        return true;
    }

    @Test
    void each_message_is_a_line_of_json() throws IOException {
        provider().send(SmsMessage.of(NUMBER, "a \"quoted\"\nline", "key-1"));
        List<String> lines = Files.readAllLines(folder.resolve("messages.jsonl"));
        assertEquals(1, lines.size());
        assertTrue(lines.getFirst().endsWith("\"to\":\"" + NUMBER + "\",\"text\":\"a \\\"quoted\\\"\\u000aline\"}"));
    }

    @Test
    void a_wrong_setting_is_named() {
        for (Map<String, String> settings : List.of(Map.of("path", ""), Map.of("path", "x", "paht", "y"))) {
            IllegalArgumentException refusal =
                    assertThrows(IllegalArgumentException.class, () -> new FileSmsProvider().configure(settings));
            assertTrue(refusal.getMessage().matches("(path|paht): .*"), refusal.getMessage());
        }
    }
}
