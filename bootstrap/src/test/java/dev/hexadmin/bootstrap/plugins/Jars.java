package dev.hexadmin.bootstrap.plugins;

import dev.hexadmin.application.spi.SmsProvider;
import dev.hexadmin.domain.access.Actor;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import org.jspecify.annotations.NullMarked;

/** Builds jars like third parties: from sources, with the JDK's tools. */
final class Jars {
    private Jars() {}

    /**
     * Compiles sources into a jar.
     *
     * @param files by path: sources, and what goes into the jar as it is
     */
    static void make(Path jar, Path work, Map<String, String> files) throws IOException {
        Path sources = Files.createTempDirectory(work, "sources");
        Path classes = Files.createTempDirectory(work, "classes");
        List<String> javac = new ArrayList<>(
                List.of("-d", classes.toString(), "-proc:none", "--release", "25", "-p", modulePath(jar.getParent())));
        if (!files.containsKey("module-info.java")) {
            javac.addAll(List.of("--add-modules", "dev.hexadmin.application"));
        }
        for (Map.Entry<String, String> file : files.entrySet()) {
            boolean source = file.getKey().endsWith(".java");
            Path path = (source ? sources : classes).resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
            if (source) {
                javac.add(path.toString());
            }
        }
        run("javac", javac);
        run("jar", List.of("--create", "--file", jar.toString(), "-C", classes.toString(), "."));
    }

    /** The folder, and what this program's own modules, and what they pass on, are in. */
    private static String modulePath(Path folder) {
        List<String> places = new ArrayList<>(List.of(folder.toString()));
        for (Class<?> each : List.of(SmsProvider.class, Actor.class, NullMarked.class)) {
            places.add(Path.of(URI.create(each.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toString()))
                    .toString());
        }
        return String.join(File.pathSeparator, places);
    }

    private static void run(String tool, List<String> arguments) {
        StringWriter said = new StringWriter();
        PrintWriter out = new PrintWriter(said, true);
        if (ToolProvider.findFirst(tool).orElseThrow().run(out, out, arguments.toArray(String[]::new)) != 0) {
            throw new IllegalStateException(tool + ": " + said);
        }
    }
}
