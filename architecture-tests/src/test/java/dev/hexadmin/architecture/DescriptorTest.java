package dev.hexadmin.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import dev.hexadmin.bootstrap.Hexadmin;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.module.ModuleDescriptor;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Pins each module's descriptor, word for word: what it requires, exports, opens, uses and provides is a decision, not a
 * by-product. When a change is meant, the file in {@code src/test/resources/descriptors} changes with it.
 */
class DescriptorTest {
    private static final Map<String, byte[]> DESCRIPTORS = read();

    private static Map<String, byte[]> read() {
        Map<String, byte[]> found = new TreeMap<>();
        try {
            Enumeration<java.net.URL> all = Hexadmin.class.getClassLoader().getResources("module-info.class");
            while (all.hasMoreElements()) {
                try (InputStream in = all.nextElement().openStream()) {
                    byte[] bytes = in.readAllBytes();
                    String name = ModuleDescriptor.read(new java.io.ByteArrayInputStream(bytes))
                            .name();
                    if (name.startsWith("dev.hexadmin.")) {
                        found.put(name, bytes);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    static Stream<String> modules() {
        return Stream.of("domain", "application", "http", "persistence", "notify", "cache", "bootstrap")
                .map(name -> "dev.hexadmin." + name);
    }

    @Test
    void every_module_and_no_other_has_a_pinned_descriptor() {
        assertThat(DESCRIPTORS.keySet())
                .containsExactlyInAnyOrderElementsOf(modules().toList());
    }

    @ParameterizedTest
    @MethodSource("modules")
    void a_descriptor_is_as_pinned(String module) throws IOException {
        ModuleDescriptor descriptor = ModuleDescriptor.read(new java.io.ByteArrayInputStream(DESCRIPTORS.get(module)));
        // what is there now, ready to be copied over the pinned file
        Path now = Files.createDirectories(Path.of("target", "descriptors")).resolve(module + ".txt");
        Files.writeString(now, text(descriptor));
        try (InputStream pinned = DescriptorTest.class.getResourceAsStream("/descriptors/" + module + ".txt")) {
            assertThat(pinned == null ? "" : new String(pinned.readAllBytes(), StandardCharsets.UTF_8))
                    .as("the pinned descriptor of %s; if the change is meant, copy architecture-tests/%s", module, now)
                    .isEqualTo(text(descriptor));
        }
    }

    /** On the module path Jackson writes only records of packages that are open to it. */
    @Test
    void packages_of_responses_are_open_to_jackson() {
        ModuleDescriptor http = ModuleDescriptor.read(ByteBuffer.wrap(DESCRIPTORS.get("dev.hexadmin.http")));
        Set<String> open = http.opens().stream()
                .filter(opens -> opens.targets().contains("com.fasterxml.jackson.databind"))
                .map(ModuleDescriptor.Opens::source)
                .collect(Collectors.toSet());
        Set<String> packages = Layers.CLASSES.stream()
                .filter(type -> type.isRecord() && type.isAssignableTo("dev.hexadmin.http.server.json.ResponseBody"))
                .filter(type -> !type.getPackageName().endsWith(".deliberate"))
                .map(JavaClass::getPackageName)
                .collect(Collectors.toSet());
        assertThat(packages).hasSizeGreaterThan(5);
        assertThat(open).containsAll(packages);
    }

    @ParameterizedTest
    @MethodSource("modules")
    void a_module_is_null_marked(String module) {
        List<String> annotations =
                ClassFile.of()
                        .parse(DESCRIPTORS.get(module))
                        .findAttribute(Attributes.runtimeVisibleAnnotations())
                        .stream()
                        .flatMap(all -> all.annotations().stream())
                        .map(annotation -> annotation.className().stringValue())
                        .toList();
        assertThat(annotations).contains("Lorg/jspecify/annotations/NullMarked;");
    }

    private static String text(ModuleDescriptor descriptor) {
        List<String> lines = new ArrayList<>();
        descriptor.requires().stream()
                .map(r -> "requires " + words(r.modifiers()) + r.name())
                .sorted()
                .forEach(lines::add);
        descriptor.exports().stream()
                .map(e -> "exports " + e.source() + to(e.targets()))
                .sorted()
                .forEach(lines::add);
        descriptor.opens().stream()
                .map(o -> "opens " + o.source() + to(o.targets()))
                .sorted()
                .forEach(lines::add);
        descriptor.uses().stream().map(u -> "uses " + u).sorted().forEach(lines::add);
        descriptor.provides().stream()
                .map(p -> "provides " + p.service() + " with " + String.join(", ", p.providers()))
                .sorted()
                .forEach(lines::add);
        String head = (descriptor.isOpen() ? "open module " : "module ") + descriptor.name();
        return head + "\n" + lines.stream().map(line -> "  " + line + "\n").collect(Collectors.joining());
    }

    private static String words(java.util.Set<ModuleDescriptor.Requires.Modifier> modifiers) {
        return modifiers.stream()
                .map(modifier -> modifier.name().toLowerCase(java.util.Locale.ROOT) + " ")
                .sorted()
                .collect(Collectors.joining());
    }

    private static String to(java.util.Set<String> targets) {
        return targets.isEmpty() ? "" : " to " + targets.stream().sorted().collect(Collectors.joining(", "));
    }
}
