package dev.hexadmin.bootstrap.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ConfigurationTableTest {
    private static final String START = "<!-- settings: held against the code by ConfigurationTableTest -->\n";
    private static final String END = "<!-- /settings -->";

    private static Path file() {
        Path here = Path.of("docs/configuration.md");
        return Files.exists(here) ? here : Path.of("..").resolve(here);
    }

    private static String table() {
        return SettingTable.all().stream()
                .map(setting -> "| `" + setting.key() + "` | "
                        + setting.variable().map(name -> "`" + name + "`").orElse("")
                        + " | " + setting.type().description() + " | "
                        + (setting.defaultText().isEmpty() ? "" : "`" + setting.defaultText() + "`") + " | "
                        + setting.text() + " |\n")
                .collect(Collectors.joining(
                        "",
                        "\n| Key | Environment variable | Type | Default | Meaning |\n|---|---|---|---|---|\n",
                        "\n"));
    }

    @Test
    void the_documented_table_is_the_one_the_code_reads() throws IOException {
        String text = Files.readString(file());
        int start = text.indexOf(START);
        int end = text.indexOf(END);
        assertThat(start).isPositive().isLessThan(end);
        String documented = text.substring(start + START.length(), end);
        assertThat(documented).isEqualTo(table());
    }

    @Test
    void every_option_of_widgets_is_documented() throws IOException {
        String text = Files.readString(file());
        Map<String, List<String>> documented = new LinkedHashMap<>();
        Pattern.compile("(?m)^\\| `([a-z_]+)` \\| (`[^|]+`) \\|")
                .matcher(text.substring(text.indexOf("| Type of a widget"), text.indexOf("## Tables")))
                .results()
                .forEach(row -> documented.put(
                        row.group(1),
                        Arrays.stream(row.group(2).split(" ", -1))
                                .map(option -> option.replace("`", ""))
                                .toList()));
        Map<String, List<String>> read = new LinkedHashMap<>();
        DashboardReader.OPTIONS.forEach((type, options) -> read.put(type, ConfigOption.names(options)));
        assertThat(documented).isEqualTo(read);
    }

    @Test
    void every_option_of_rate_limits_is_documented_in_order() throws IOException {
        String text = Files.readString(file());
        assertThat(Pattern.compile("(?m)^\\| `([a-z_]+)` \\|")
                        .matcher(text.substring(
                                text.indexOf("| Option of a limit"), text.indexOf("## Identity providers")))
                        .results()
                        .map(row -> row.group(1)))
                .containsExactlyElementsOf(ConfigOption.names(RateLimitsReader.OPTIONS));
    }

    @Test
    void every_option_of_identity_providers_is_documented_in_order() throws IOException {
        String text = Files.readString(file());
        assertThat(Pattern.compile("(?m)^\\| `([a-z_]+)` \\|")
                        .matcher(text.substring(text.indexOf("| Option of a provider"), text.indexOf("## Models")))
                        .results()
                        .map(row -> row.group(1)))
                .containsExactlyElementsOf(ConfigOption.names(IdentityProvidersReader.OPTIONS));
    }

    @Test
    void every_option_of_models_and_fields_is_documented_in_order() throws IOException {
        String text = Files.readString(file());
        List<String> rows = Pattern.compile("(?m)^\\| `([a-z_]+)` \\|")
                .matcher(text.substring(text.indexOf("| Option of a model"), text.indexOf("## Dashboard")))
                .results()
                .map(row -> row.group(1))
                .toList();
        assertThat(rows)
                .containsExactlyElementsOf(
                        java.util.stream.Stream.concat(ModelsReader.OPTIONS.stream(), FieldReader.OPTIONS.stream())
                                .map(ConfigOption::name)
                                .toList());
    }
}
