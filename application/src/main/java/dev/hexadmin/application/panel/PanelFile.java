package dev.hexadmin.application.panel;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file of a plugin for browsers. Style sheets and scripts are loaded on the pages of signed-in users, after those of the
 * panel; pictures and fonts are there for style sheets, which name them without a path. The addresses change with the content.
 *
 * @param name such as {@code stars.css}; its ending is {@code css}, {@code js}, {@code svg}, {@code png} or {@code woff2}
 */
public record PanelFile(String name, byte[] content) {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*\\.(css|js|svg|png|woff2)");

    /** @throws IllegalArgumentException when the name is not valid */
    public PanelFile {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("'" + name + "': a name of a file is " + NAME.pattern());
        }
    }

    /**
     * Reads a file of the plugin's module: {@code PanelFile.of("stars.css", Stars.class.getResourceAsStream("stars.css"))}.
     *
     * @param content closed when it is read
     * @throws IllegalArgumentException when there is no such resource
     */
    public static PanelFile of(String name, @Nullable InputStream content) {
        if (content == null) {
            throw new IllegalArgumentException("there is no resource '" + name + "'");
        }
        try (content) {
            return new PanelFile(name, content.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public boolean isStyleSheet() {
        return name.endsWith(".css");
    }

    public boolean isScript() {
        return name.endsWith(".js");
    }
}
