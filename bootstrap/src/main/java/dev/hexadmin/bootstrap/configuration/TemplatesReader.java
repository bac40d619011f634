package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.bootstrap.configuration.YamlSource.Section;
import dev.hexadmin.domain.notifications.Template;
import dev.hexadmin.domain.notifications.TemplatePart;
import dev.hexadmin.domain.notifications.TemplateText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.Node;

/** Reads {@code notifications.templates} of a configuration file, with the parts of the built-in channels. */
final class TemplatesReader {
    private static final List<TemplatePart> PARTS = MessageChannels.BUILT_IN.templateParts();
    private static final List<ConfigOption<String>> OPTIONS = Stream.concat(
                    Stream.of("title", "body"), PARTS.stream().map(TemplatePart::name))
            .map(ConfigOption::text)
            .toList();

    private final YamlSource source;

    TemplatesReader(YamlSource source) {
        this.source = source;
    }

    /** The keys of a template, each in backquotes. */
    static String keys() {
        return OPTIONS.stream().map(option -> "`" + option.name() + "`").collect(Collectors.joining(", "));
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
        if (!readable) {
            return Optional.empty();
        }
        Map<TemplatePart, String> parts = new LinkedHashMap<>();
        for (TemplatePart part : PARTS) {
            @Nullable String text = texts.get(part.name());
            if (text != null) {
                parts.put(part, text);
            }
        }
        return Optional.of(Template.parse(title, body, parts));
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
