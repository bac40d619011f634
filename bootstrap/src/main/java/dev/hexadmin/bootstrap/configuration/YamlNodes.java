package dev.hexadmin.bootstrap.configuration;

import java.io.StringReader;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.resolver.Resolver;

/** Nodes of a YAML document, and their text by SnakeYAML's emitter. Used by one thread. */
final class YamlNodes {
    /** Booleans of YAML 1.1 that SnakeYAML takes for texts, and other parsers do not. */
    private static final Set<String> BOOLEANS_ELSEWHERE = Set.of("y", "n");

    private final Resolver resolver = new Resolver();
    private final Yaml yaml = new Yaml(options());

    private static DumperOptions options() {
        DumperOptions options = new DumperOptions();
        options.setWidth(Integer.MAX_VALUE);
        options.setSplitLines(false);
        return options;
    }

    /** The members of a mapping, in order. */
    static final class Mapping {
        private final List<NodeTuple> members = new ArrayList<>();

        void put(String key, Node value) {
            members.add(new NodeTuple(scalar(key), value));
        }

        /** One member in a line. */
        Node block() {
            return new MappingNode(Tag.MAP, members, FlowStyle.BLOCK);
        }

        /** All members in one line, in braces. */
        Node flow() {
            return new MappingNode(Tag.MAP, members, FlowStyle.FLOW);
        }
    }

    void emit(Node root, Writer out) {
        yaml.serialize(root, out);
    }

    /** A text that differs for different values, without styles: each value with its length or its members. */
    static String canonical(Node node) {
        StringBuilder out = new StringBuilder();
        canonical(node, out);
        return out.toString();
    }

    private static void canonical(Node node, StringBuilder out) {
        switch (node) {
            case ScalarNode scalar ->
                out.append(scalar.getValue().length()).append(':').append(scalar.getValue());
            case SequenceNode sequence -> {
                out.append('[');
                sequence.getValue().forEach(value -> canonical(value, out));
                out.append(']');
            }
            case MappingNode mapping -> {
                out.append('{');
                mapping.getValue().forEach(member -> {
                    canonical(member.getKeyNode(), out);
                    canonical(member.getValueNode(), out);
                });
                out.append('}');
            }
            default -> throw new IllegalArgumentException("no value: " + node.getNodeId());
        }
    }

    /** A text, which the emitter quotes where it could be read as something else. */
    Node text(String text) {
        return scalar(text);
    }

    private static Node scalar(String text) {
        boolean quoted = BOOLEANS_ELSEWHERE.contains(text.toLowerCase(Locale.ROOT))
                || text.chars().anyMatch(Character::isISOControl);
        return new ScalarNode(Tag.STR, text, null, null, quoted ? ScalarStyle.DOUBLE_QUOTED : ScalarStyle.PLAIN);
    }

    /** A number, a boolean or a date: without quotes, unless it has a colon, which a flow mapping would end a key with. */
    Node literal(String text) {
        Tag tag = text.indexOf(':') < 0 ? resolver.resolve(NodeId.scalar, text, true) : Tag.STR;
        return new ScalarNode(tag, text, null, null, ScalarStyle.PLAIN);
    }

    /** A JSON value: JSON is YAML's flow style. */
    Node json(String text) {
        return yaml.compose(new StringReader(text));
    }

    Node texts(List<String> values) {
        return list(values.stream().map(this::text).toList());
    }

    Node list(List<Node> values) {
        return new SequenceNode(Tag.SEQ, values, FlowStyle.FLOW);
    }
}
