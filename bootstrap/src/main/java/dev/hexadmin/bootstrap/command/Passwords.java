package dev.hexadmin.bootstrap.command;

import java.io.ByteArrayOutputStream;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads input of the operator: from a terminal without echo, or from the lines of standard input. */
final class Passwords {
    private final InputStream input;
    private final @Nullable Console console;

    Passwords(InputStream input, @Nullable Console console) {
        this.input = input;
        this.console = console != null && console.isTerminal() ? console : null;
    }

    /** Whether there is a terminal to prompt on. */
    boolean interactive() {
        return console != null;
    }

    /**
     * Reads a new password: twice at a terminal, otherwise one line.
     *
     * @throws CommandFailedException when there is none or the two differ
     */
    String fresh() {
        if (console == null) {
            return line("password");
        }
        char[] first = asked(console.readPassword("Password: "));
        char[] second = asked(console.readPassword("Password, again: "));
        if (!Arrays.equals(first, second)) {
            throw new CommandFailedException("The two passwords differ.");
        }
        return new String(first);
    }

    /**
     * One line of standard input.
     *
     * @param what names the input in the error message
     * @throws CommandFailedException when there is no line
     */
    String line(String what) {
        // byte by byte: the input after the line must stay unread
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try {
            int next = input.read();
            boolean ended = next >= 0;
            while (next >= 0 && next != '\n') {
                line.write(next);
                next = input.read();
            }
            String text = line.toString(StandardCharsets.UTF_8);
            if (!ended) {
                throw new CommandFailedException("Standard input ended before the " + what + ".");
            }
            return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Prompts for input with echo; empty without a terminal. */
    Optional<String> answer(String question) {
        if (console == null) {
            return Optional.empty();
        }
        @Nullable String answer = console.readLine("%s: ", question);
        return Optional.ofNullable(answer);
    }

    private static char[] asked(char @Nullable [] answer) {
        if (answer == null) {
            throw new CommandFailedException("No password was given.");
        }
        return answer;
    }
}
