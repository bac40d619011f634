package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.bootstrap.configuration.Problems.Place;
import dev.hexadmin.domain.text.Label;
import dev.hexadmin.domain.text.Language;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * A YAML file as its nodes. Lines are stored for messages, no Java object is ever built from tags, and scalars stay
 * text ({@code no} as an enum value is the word "no").
 */
final class YamlSource {
    private static final int DEEPEST = 32;

    private final String name;
    private final Problems problems;

    YamlSource(String name, Problems problems) {
        this.name = name;
        this.problems = problems;
    }

    /** The root; empty for an empty file. A file that cannot be read is a problem and has no root, either. */
    Optional<Node> root(String text) {
        LoaderOptions options = new LoaderOptions();
        options.setNestingDepthLimit(DEEPEST);
        options.setMaxAliasesForCollections(50);
        options.setCodePointLimit(8 << 20);
        try {
            @Nullable Node root = new Yaml(options).compose(new StringReader(text));
            return root == null || isNull(root) ? Optional.empty() : Optional.of(root);
        } catch (MarkedYAMLException e) {
            Place place = e.getProblemMark() == null
                    ? Place.file(name)
                    : new Place(name, OptionalInt.of(e.getProblemMark().getLine() + 1));
            problems.add(place, "", "this is not valid YAML: " + e.getProblem());
        } catch (YAMLException e) {
            problems.add(Place.file(name), "", "this is not valid YAML: " + e.getMessage());
        }
        return Optional.empty();
    }

    Problems problems() {
        return problems;
    }

    /** The file as the operator named it. */
    String name() {
        return name;
    }

    Place place(Node node) {
        return node.getStartMark() == null
                ? Place.file(name)
                : new Place(name, OptionalInt.of(node.getStartMark().getLine() + 1));
    }

    void problem(Node node, String key, String message) {
        problems.add(place(node), key, message);
    }

    /**
     * The members of a mapping, in order. A node that is not a mapping, a duplicate key and a key that is not a text
     * are problems.
     */
    Map<String, Node> members(Node node, String path) {
        Map<String, Node> members = new LinkedHashMap<>();
        if (!(node instanceof MappingNode mapping)) {
            problem(node, path, "a mapping of names to values is expected");
            return members;
        }
        for (NodeTuple tuple : mapping.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                problem(tuple.getKeyNode(), path, "a key must be plain text");
            } else if (key.getValue().equals("<<") && key.isPlain()) {
                problem(key, path, "merge keys ('<<') are not supported");
            } else if (members.put(key.getValue(), tuple.getValueNode()) != null) {
                problem(key, join(path, key.getValue()), "this key is given twice");
            }
        }
        return members;
    }

    /** The members of a mapping whose keys must be among {@code known}. */
    Section section(Node node, String path, Collection<String> known) {
        Map<String, Node> members = members(node, path);
        members.entrySet().removeIf(member -> {
            if (known.contains(member.getKey())) {
                return false;
            }
            problems.add(
                    place(member.getValue()),
                    join(path, member.getKey()),
                    "this key is unknown",
                    Suggestion.of(member.getKey(), known));
            return true;
        });
        return new Section(this, node, path, members);
    }

    /** The text of a scalar; a list or a mapping is a problem. */
    Optional<String> scalar(Node node, String path) {
        if (node instanceof ScalarNode scalar) {
            return Optional.of(scalar.getValue());
        }
        problem(node, path, "a single value is expected, not a " + word(node));
        return Optional.empty();
    }

    /** The texts of a list of scalars; a single scalar counts as a list of one. */
    Optional<List<String>> scalars(Node node, String path) {
        if (node instanceof ScalarNode scalar) {
            return Optional.of(List.of(scalar.getValue()));
        }
        if (!(node instanceof SequenceNode sequence)) {
            problem(node, path, "a list is expected, not a " + word(node));
            return Optional.empty();
        }
        List<String> texts = new ArrayList<>();
        int before = problems.count();
        for (int i = 0; i < sequence.getValue().size(); i++) {
            scalar(sequence.getValue().get(i), path + "[" + i + "]").ifPresent(texts::add);
        }
        return problems.count() == before ? Optional.of(texts) : Optional.empty();
    }

    static boolean isNull(Node node) {
        return node instanceof ScalarNode scalar && Tag.NULL.equals(scalar.getTag());
    }

    static String join(String path, String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    static Optional<Boolean> flag(String text) {
        return switch (text.strip().toLowerCase(java.util.Locale.ROOT)) {
            case "true", "yes", "on", "1" -> Optional.of(true);
            case "false", "no", "off", "0" -> Optional.of(false);
            default -> Optional.empty();
        };
    }

    static OptionalLong whole(String text) {
        try {
            return OptionalLong.of(Long.parseLong(text.strip()));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /** A value for messages: one line, shortened. */
    static String shown(String text) {
        String line = text.replaceAll("\\p{Cntrl}", " ");
        return "'" + (line.length() > 60 ? line.substring(0, 60) + "…" : line) + "'";
    }

    static String notALanguage(String tag) {
        return shown(tag) + " is not a language tag (BCP 47), such as de or zh-Hans";
    }

    /** A path for messages: all of it, on one line. */
    static String shown(Path path) {
        return "'" + path.toString().replaceAll("\\p{Cntrl}", " ") + "'";
    }

    private static String word(Node node) {
        return node instanceof MappingNode ? "mapping" : node instanceof SequenceNode ? "list" : "value";
    }

    /** A mapping with known keys. A key whose value is null counts as absent. */
    record Section(YamlSource source, Node whole, String path, Map<String, Node> members) {
        Optional<Node> node(String key) {
            @Nullable Node node = members.get(key);
            return node == null || isNull(node) ? Optional.empty() : Optional.of(node);
        }

        String path(String key) {
            return join(path, key);
        }

        void problem(String key, String message) {
            @Nullable Node node = members.get(key);
            source.problem(node == null ? whole : node, path(key), message);
        }

        /** The value of an option that is a text, or a text for each language. */
        Optional<Label> label(ConfigOption<Void> option) {
            return node(option.name()).flatMap(node -> source.label(node, path(option.name())));
        }

        /** The value of an option, parsed and checked by its type. */
        <T> Optional<T> get(ConfigOption<T> option) {
            return node(option.name())
                    .flatMap(node -> option.type().isList()
                            ? source.scalars(node, path(option.name()))
                            : source.scalar(node, path(option.name())).map(List::of))
                    .flatMap(texts -> option.type()
                            .read(
                                    texts,
                                    (message, nearest) -> source.problems.add(
                                            source.place(members.getOrDefault(option.name(), whole)),
                                            path(option.name()),
                                            message,
                                            nearest)));
        }
    }

    /**
     * The label in a node: {@code Category} or {@code {en: Category, de: Kategorie}}. Without English, readers of other
     * languages see the first text. Empty when it is none, which has been reported.
     */
    Optional<Label> label(Node node, String path) {
        if (!(node instanceof MappingNode mapping)) {
            return scalar(node, path).map(Label::of);
        }
        Map<Language, String> texts = new LinkedHashMap<>();
        members(node, path).forEach((tag, given) -> {
            String place = join(path, tag);
            if (Language.isTag(tag)) {
                scalar(given, place).ifPresent(text -> texts.put(new Language(tag), text));
            } else {
                problem(given, place, notALanguage(tag));
            }
        });
        Optional<String> usual = Optional.ofNullable(texts.get(Language.ENGLISH))
                .or(() -> texts.values().stream().findFirst());
        if (mapping.getValue().isEmpty()) {
            problem(
                    node,
                    path,
                    "a text or a text for each language is expected, such as {en: Category, de: Kategorie}");
        }
        return usual.map(text -> new Label(text, texts));
    }
}
