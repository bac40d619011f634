package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.bootstrap.configuration.YamlSource.Section;
import dev.hexadmin.domain.notifications.Template;
import dev.hexadmin.domain.notifications.TemplatePart;
import dev.hexadmin.domain.notifications.TemplateText;
import dev.hexadmin.domain.text.Language;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.Node;

/** Reads {@code notifications.templates} of a configuration file, with the parts of the built-in channels. */
final class TemplatesReader {
    private static final List<TemplatePart> PARTS = MessageChannels.BUILT_IN.templateParts();
    private static final List<ConfigOption<String>> TEXTS = Stream.concat(
                    Stream.of("title", "body"), PARTS.stream().map(TemplatePart::name))
            .map(ConfigOption::text)
            .toList();
    private static final ConfigOption<Void> LANGUAGES =
            ConfigOption.structure("languages", JsonSchema.named(ConfigOption.schema(TEXTS, List.of())));
    private static final List<ConfigOption<?>> OPTIONS =
            Stream.<ConfigOption<?>>concat(TEXTS.stream(), Stream.of(LANGUAGES)).toList();

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
        Map<String, String> texts = texts(section);
        for (String needed : List.of("title", "body")) {
            if (section.node(needed).isEmpty()) {
                source.problem(node, section.path(needed), "a template needs this");
            }
        }
        Optional<Template> template = parsed(texts);
        Optional<Node> languages = section.node(LANGUAGES.name());
        if (languages.isPresent()) {
            String place = section.path(LANGUAGES.name());
            for (Map.Entry<String, Node> each :
                    source.members(languages.get(), place).entrySet()) {
                template = language(
                        each.getKey(), each.getValue(), YamlSource.join(place, each.getKey()), texts, template);
            }
        }
        return template;
    }

    /**
     * The template with the texts of a language.
     *
     * @param own the template's own texts, which the language may leave out
     * @param template empty when its own texts cannot be read
     */
    private Optional<Template> language(
            String tag, Node node, String path, Map<String, String> own, Optional<Template> template) {
        Section section = source.section(node, path, ConfigOption.names(TEXTS));
        Map<String, String> texts = texts(section);
        if (!Language.isTag(tag)) {
            source.problem(node, path, YamlSource.notALanguage(tag));
            return template;
        }
        Language language = new Language(tag);
        if (template.isEmpty()) {
            return template;
        }
        if (template.get().languages().containsKey(language)) {
            source.problem(node, path, "the language " + language + " is given twice");
            return template;
        }
        Set<String> known = template.get().placeholders();
        boolean unknown = false;
        for (Map.Entry<String, String> each : texts.entrySet()) {
            for (String name : TemplateText.parse(each.getValue()).placeholders()) {
                if (!known.contains(name)) {
                    unknown = true;
                    section.problem(each.getKey(), "'{" + name + "}' is not a placeholder of the template itself");
                }
            }
        }
        Map<String, String> all = new LinkedHashMap<>(own);
        all.putAll(texts);
        return unknown ? template : parsed(all).map(complete -> template.get().with(language, complete));
    }

    /** The texts that can be read, by option; the others are problems. */
    private static Map<String, String> texts(Section section) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (ConfigOption<String> option : TEXTS) {
            section.get(option)
                    .filter(text -> readable(section, option.name(), text))
                    .ifPresent(text -> texts.put(option.name(), text));
        }
        return texts;
    }

    /** The template of readable texts; empty without a title or a body. */
    private static Optional<Template> parsed(Map<String, String> texts) {
        @Nullable String title = texts.get("title");
        @Nullable String body = texts.get("body");
        if (title == null || body == null) {
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
