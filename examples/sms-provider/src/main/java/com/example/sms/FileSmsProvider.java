package com.example.sms;

import dev.hexadmin.application.spi.ProviderException;
import dev.hexadmin.application.spi.SmsMessage;
import dev.hexadmin.application.spi.SmsProvider;
import dev.hexadmin.application.spi.SmsResult;
import dev.hexadmin.application.spi.SmsStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Appends each message as a line of JSON to a file, for a system that picks them up there. One setting: {@code path}. The
 * folder must be there when a message is sent; while it is not, Hexadmin tries again.
 */
public final class FileSmsProvider implements SmsProvider {
    private static final Pattern ID = Pattern.compile("\"id\":\"([0-9a-f-]{36})\"");

    private final ReentrantLock writing = new ReentrantLock();
    private volatile Optional<Path> file = Optional.empty();

    @Override
    public String name() {
        return "file";
    }

    @Override
    public void configure(Map<String, String> settings) {
        Set<String> known = Set.of("path");
        for (String key : settings.keySet()) {
            if (!known.contains(key)) {
                throw new IllegalArgumentException(key + ": this key is unknown");
            }
        }
        String path = settings.getOrDefault("path", "");
        if (path.isBlank()) {
            throw new IllegalArgumentException("path: this is needed");
        }
        try {
            file = Optional.of(Path.of(path));
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("path: this is no path");
        }
    }

    @Override
    public SmsResult send(SmsMessage message) {
        String id = UUID.randomUUID().toString();
        String key = "\"key\":" + quoted(message.idempotencyKey().orElse(id)) + ",";
        writing.lock();
        try {
            Optional<String> before = line(key);
            if (before.isPresent()) {
                Matcher known = ID.matcher(before.get());
                if (known.find()) {
                    return new SmsResult(known.group(1), SmsStatus.DELIVERED, message.to());
                }
            }
            String line = "{\"id\":\"" + id + "\"," + key + "\"to\":" + quoted(message.to()) + ",\"text\":"
                    + quoted(message.text()) + "}\n";
            Files.writeString(file(), line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            return new SmsResult(id, SmsStatus.DELIVERED, message.to());
        } catch (IOException e) {
            throw new ProviderException("the file cannot be written", true, e);
        } finally {
            writing.unlock();
        }
    }

    @Override
    public SmsStatus checkStatus(String messageId) {
        String id = "\"id\":\"" + messageId + "\",";
        try {
            if (ID.matcher(id).lookingAt() && line(id).isPresent()) {
                return SmsStatus.DELIVERED;
            }
        } catch (IOException e) {
            throw new ProviderException("the file cannot be read", true, e);
        }
        throw new ProviderException("there is no message of this id", false);
    }

    /** The first line with this text. Keys and ids cannot be forged inside a message: its quotes are escaped. */
    private Optional<String> line(String text) throws IOException {
        if (!Files.exists(file())) {
            return Optional.empty();
        }
        try (Stream<String> lines = Files.lines(file())) {
            return lines.filter(line -> line.contains(text)).findFirst();
        }
    }

    private Path file() {
        return file.orElseThrow(() -> new ProviderException("'file' is not configured", false));
    }

    /** A JSON string. */
    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append((char) c);
            } else if (c < ' ') {
                quoted.append(String.format("\\u%04x", c));
            } else {
                quoted.appendCodePoint(c);
            }
        });
        return quoted.append('"').toString();
    }
}
