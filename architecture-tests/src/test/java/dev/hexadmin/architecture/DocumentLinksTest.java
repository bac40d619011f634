package dev.hexadmin.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The files and headings that the documents link to exist. */
class DocumentLinksTest {
    private static final Path ROOT = Launched.repository();
    private static final Pattern CODE = Pattern.compile("(?ms)^ *```.*?^ *```$|`[^`\n]*`");
    private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *```$");
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)|(?:src|srcset|href)=\"([^\"\\s]+)\"");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.+?) *$");

    private static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>();
        try (Stream<Path> top = Files.list(ROOT)) {
            top.filter(Files::isRegularFile).forEach(documents::add);
        }
        for (String folder : List.of("docs", "examples", "bench")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
                files.filter(file -> !file.toString().matches(".*/(target|node_modules)/.*"))
                        .forEach(documents::add);
            }
        }
        documents.removeIf(file -> !file.toString().endsWith(".md"));
        return documents;
    }

    /** The anchors of a document's headings, as GitHub makes them. */
    private static Set<String> anchors(Path document) throws IOException {
        Set<String> anchors = new HashSet<>();
        HEADING.matcher(FENCED.matcher(Files.readString(document)).replaceAll(""))
                .results()
                .forEach(heading -> {
                    String anchor = heading.group(1)
                            .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                            .toLowerCase(Locale.ROOT)
                            .replaceAll("[^\\p{L}\\p{N} _-]", "")
                            .replace(' ', '-');
                    for (int i = 0; !anchors.add(i == 0 ? anchor : anchor + "-" + i); ) {
                        i++;
                    }
                });
        return anchors;
    }

    @Test
    void every_relative_link_leads_to_a_file_and_a_heading() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path document : documents()) {
            List<String> links = LINK.matcher(
                            CODE.matcher(Files.readString(document)).replaceAll(""))
                    .results()
                    .map(link -> link.group(1) == null ? link.group(2) : link.group(1))
                    .filter(link -> !link.matches("(?i)[a-z][a-z0-9+.-]*:.*"))
                    .toList();
            for (String link : links) {
                String[] parts = link.split("#", 2);
                Path target = parts[0].isEmpty() ? document : document.resolveSibling(parts[0]);
                boolean heading = parts.length == 2 && parts[0].matches("|.*\\.md");
                if (!Files.exists(target) || (heading && !anchors(target).contains(parts[1]))) {
                    broken.add(ROOT.relativize(document) + ": " + link);
                }
            }
        }
        assertThat(broken).isEmpty();
    }
}
