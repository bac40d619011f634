package dev.hexadmin.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * Holds the versions of the poms against {@code docs/security/known-vulnerabilities.tsv}: every direct dependency was looked
 * up in the version that is used, and none is in a range that is known to be vulnerable. Needs no network.
 */
class KnownVulnerabilitiesTest {
    private static final Path ROOT = Launched.repository();
    private static final Pattern PROPERTY = Pattern.compile("\\$\\{([^}]+)}");
    private static final Pattern CONDITION = Pattern.compile("(<=|>=|<|>|=)(\\S+)");

    private record Row(String kind, String artifact, String versions, String id, String note) {}

    private static List<Row> list() throws IOException {
        return Files.readAllLines(ROOT.resolve("docs/security/known-vulnerabilities.tsv")).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> {
                    String[] cells = line.split("\t", -1);
                    assertThat(cells).as(line).hasSize(5);
                    return new Row(cells[0], cells[1], cells[2], cells[3], cells[4]);
                })
                .toList();
    }

    /** What is wrong with these versions, by the list. */
    private static List<String> problems(Map<String, String> versions, List<Row> list) {
        List<String> problems = new ArrayList<>();
        versions.forEach((artifact, version) -> {
            List<Row> rows =
                    list.stream().filter(row -> row.artifact().equals(artifact)).toList();
            if (rows.stream()
                    .noneMatch(row ->
                            row.kind().equals("reviewed") && row.versions().equals(version))) {
                problems.add(artifact + " " + version + " was not looked up");
            }
            rows.stream()
                    .filter(row -> row.kind().equals("affected") && in(row.versions(), version))
                    .forEach(row -> problems.add(artifact + " " + version + " has " + row.id() + ": " + row.note()));
        });
        return problems;
    }

    private static boolean in(String range, String version) {
        return Arrays.stream(range.split(" ")).allMatch(condition -> {
            Matcher matcher = CONDITION.matcher(condition);
            if (!matcher.matches()) {
                throw new IllegalArgumentException("no range: " + range);
            }
            int compared = compare(version, matcher.group(2));
            return switch (matcher.group(1)) {
                case "<" -> compared < 0;
                case "<=" -> compared <= 0;
                case ">" -> compared > 0;
                case ">=" -> compared >= 0;
                default -> compared == 0;
            };
        });
    }

    private static int compare(String one, String other) {
        List<Integer> left = numbers(one);
        List<Integer> right = numbers(other);
        for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
            int compared = Integer.compare(i < left.size() ? left.get(i) : 0, i < right.size() ? right.get(i) : 0);
            if (compared != 0) {
                return compared;
            }
        }
        return 0;
    }

    private static List<Integer> numbers(String version) {
        return Arrays.stream(version.split("[^0-9]+"))
                .filter(part -> !part.isEmpty())
                .map(Integer::valueOf)
                .toList();
    }

    // the poms

    private static Element pom(Path file) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(file.toFile())
                .getDocumentElement();
    }

    private static List<Element> children(Element parent, String... path) {
        List<Element> at = List.of(parent);
        for (String name : path) {
            List<Element> next = new ArrayList<>();
            for (Element element : at) {
                NodeList nodes = element.getChildNodes();
                for (int i = 0; i < nodes.getLength(); i++) {
                    Node node = nodes.item(i);
                    if (node instanceof Element child && child.getTagName().equals(name)) {
                        next.add(child);
                    }
                }
            }
            at = next;
        }
        return at;
    }

    private static String text(Element parent, String name) {
        return children(parent, name).stream()
                .findFirst()
                .map(element -> element.getTextContent().strip())
                .orElse("");
    }

    /** Version by artifact of what the modules need at run time, themselves left out. */
    private static Map<String, String> used() throws Exception {
        Element root = pom(ROOT.resolve("pom.xml"));
        Map<String, String> managed = new TreeMap<>();
        for (Element dependency : children(root, "dependencyManagement", "dependencies", "dependency")) {
            String version = PROPERTY.matcher(text(dependency, "version"))
                    .replaceAll(found -> Matcher.quoteReplacement(children(root, "properties", found.group(1)).stream()
                            .findFirst()
                            .map(Element::getTextContent)
                            .orElse("")));
            managed.put(text(dependency, "groupId") + ":" + text(dependency, "artifactId"), version);
        }
        Map<String, String> used = new TreeMap<>();
        for (Element module : children(root, "modules", "module")) {
            Element pom = pom(ROOT.resolve(module.getTextContent().strip()).resolve("pom.xml"));
            for (Element dependency : children(pom, "dependencies", "dependency")) {
                String group = text(dependency, "groupId");
                String artifact = group + ":" + text(dependency, "artifactId");
                if (!group.equals("dev.hexadmin") && !text(dependency, "scope").equals("test")) {
                    String own = text(dependency, "version");
                    used.put(artifact, own.isEmpty() ? managed.getOrDefault(artifact, "") : own);
                }
            }
        }
        return used;
    }

    @Test
    void every_direct_dependency_was_looked_up_and_has_no_known_vulnerability() throws Exception {
        Map<String, String> used = used();
        assertThat(used)
                .containsKeys("io.helidon.webserver:helidon-webserver", "org.postgresql:postgresql")
                .hasSizeGreaterThan(20)
                .doesNotContainValue("");
        assertThat(problems(used, list())).isEmpty();
    }

    @Test
    void the_list_has_no_row_of_what_is_no_longer_used_and_no_range_that_cannot_be_read() throws Exception {
        Map<String, String> used = used();
        for (Row row : list()) {
            assertThat(row.kind()).as(row.toString()).isIn("reviewed", "affected", "unreachable");
            assertThat(row.note()).as(row.toString()).isNotBlank();
            if (!row.artifact().startsWith("jdk-")) {
                assertThat(used).as(row.toString()).containsKey(row.artifact());
            }
            if (!row.kind().equals("reviewed")) {
                assertThat(row.id()).as(row.toString()).matches("(CVE|GHSA|Oracle CPU)[- ].+");
                assertThat(in(row.versions(), "0")).as(row.toString()).isIn(true, false);
            }
        }
    }

    @Test
    void a_version_that_is_affected_or_was_not_looked_up_is_found() {
        List<Row> list = List.of(
                new Row("reviewed", "a:b", "1.10.0", "-", "looked up"),
                new Row("affected", "a:b", ">=1.2 <1.10.1", "CVE-1", "said there"),
                new Row("unreachable", "a:b", "<2", "CVE-2", "is not called"));
        assertThat(problems(Map.of("a:b", "1.10.0"), list)).containsExactly("a:b 1.10.0 has CVE-1: said there");
        assertThat(problems(Map.of("a:b", "1.1.9"), list)).containsExactly("a:b 1.1.9 was not looked up");
        assertThat(problems(Map.of("a:b", "1.10.1"), list)).containsExactly("a:b 1.10.1 was not looked up");
        assertThat(problems(Map.of("c:d", "1"), list)).containsExactly("c:d 1 was not looked up");
        assertThatThrownBy(() -> in("before 3", "1")).hasMessageContaining("before 3");
    }

    @Test
    void the_launcher_warns_of_the_jdks_that_the_list_names() throws IOException {
        Map<String, String> inList = new TreeMap<>();
        for (Row row : list()) {
            if (row.artifact().startsWith("jdk-")) {
                inList.put(row.artifact().substring(4), row.versions().substring(1));
            }
        }
        Map<String, String> inLauncher = new TreeMap<>();
        Matcher cases = Pattern.compile("(?m)^\\s+(\\d+)\\) fixed=([0-9.]+) ;;$")
                .matcher(Files.readString(ROOT.resolve("hexadmin")));
        while (cases.find()) {
            inLauncher.put(cases.group(1), cases.group(2));
        }
        assertThat(inLauncher).isNotEmpty().isEqualTo(inList);
    }
}
