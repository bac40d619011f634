package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.bootstrap.configuration.YamlSource.Section;
import dev.hexadmin.domain.notifications.Template;
import dev.hexadmin.domain.notifications.TemplateText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.Node;

/** Reads {@code notifications.templates} of a configuration file. */
final class TemplatesReader {
    private static final List<ConfigOption<String>> OPTIONS = List.of(
            ConfigOption.text("title"),
            ConfigOption.text("body"),
            ConfigOption.text("sms_body"),
            ConfigOption.text("email_subject"),
            ConfigOption.text("email_html"));

    private final YamlSource source;

    TemplatesReader(YamlSource source) {
        this.source = source;
    }

    static Map<String, Object> schema() {
        return JsonSchema.named(ConfigOption.schema(OPTIONS, List.of("title", "body")));
    }

    Map<String, Template> read(Node node, String path) {
        Map<String, Template> templates = new LinkedHashMap<>();
        source.members(node, path)
                .forEach((name, template) ->
                        template(template, YamlSource.join(path, name)).ifPresent(read -> templates.put(name, read)));
        return templates;
    }

    private Optional<Template> template(Node node, String path) {
        Section section = source.section(node, path, ConfigOption.names(OPTIONS));
        Map<String, String> texts = new LinkedHashMap<>();
        boolean readable = true;
        for (ConfigOption<String> option : OPTIONS) {
            Optional<String> text = section.get(option);
            text.ifPresent(given -> texts.put(option.name(), given));
            readable &=
                    text.map(given -> readable(section, option.name(), given)).orElse(true);
        }
        @Nullable String title = texts.get("title");
        @Nullable String body = texts.get("body");
        if (title == null || body == null) {
            source.problem(node, section.path(title == null ? "title" : "body"), "a template needs this");
            return Optional.empty();
        }
        return readable
                ? Optional.of(Template.parse(
                        title,
                        body,
                        Optional.ofNullable(texts.get("sms_body")),
                        Optional.ofNullable(texts.get("email_subject")),
                        Optional.ofNullable(texts.get("email_html"))))
                : Optional.empty();
    }

    private static boolean readable(Section section, String option, String text) {
        try {
            TemplateText.parse(text);
            return true;
        } catch (IllegalArgumentException e) {
            section.problem(option, String.valueOf(e.getMessage()));
            return false;
        }
    }
}
