package dev.hexadmin.bootstrap.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.bootstrap.ConfigurationException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServingArgumentsTest {
    private static Optional<Serving.Arguments> plain(String line) {
        return Serving.Arguments.plain(line.isEmpty() ? new String[0] : line.split(" ", -1));
    }

    @Test
    void plain_forms_of_serve_are_read() {
        assertThat(plain("serve"))
                .contains(new Serving.Arguments(Optional.empty(), Optional.empty(), Optional.empty(), false));
        assertThat(plain("serve --port 0 --demo --config a.yaml --host ::1"))
                .contains(new Serving.Arguments(Optional.of("a.yaml"), Optional.of("::1"), Optional.of("0"), true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "users",
                "serve --port",
                "serve --port --demo",
                "serve --port 1 --port 2",
                "serve --help",
                "serve --port=1",
                "serve extra",
                "--demo serve"
            })
    void everything_else_is_left_to_the_whole_command_line(String line) {
        assertThat(plain(line)).isEmpty();
    }

    @Test
    void an_option_without_its_value_is_an_error() {
        PrintWriter none = new PrintWriter(Writer.nullWriter());
        Serving serving = new Serving(
                new Serving.Arguments(Optional.empty(), Optional.empty(), Optional.of(""), false),
                Map.of(),
                none,
                none);
        assertThatThrownBy(serving::start)
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("--port: a value is missing");
    }
}
