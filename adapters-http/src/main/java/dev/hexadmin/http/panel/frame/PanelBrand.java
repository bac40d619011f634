package dev.hexadmin.http.panel.frame;

import dev.hexadmin.http.branding.AccentColour;
import dev.hexadmin.http.branding.BrandFile;
import dev.hexadmin.http.branding.Branding;
import dev.hexadmin.http.server.content.Assets;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The files of the operator's own appearance, at addresses that name their content. Thread-safe. */
final class PanelBrand {
    private static final String STYLES = "brand.css";

    private final Branding branding;
    private final Assets files;

    /**
     * @param path where the files are served
     * @param mark the resource with the product's own mark, which is the icon in the operator's colour
     */
    PanelBrand(Branding branding, String path, String mark) {
        this.branding = branding;
        Map<String, byte[]> contents = new LinkedHashMap<>();
        branding.mark().ifPresent(file -> contents.put(name("mark", file), file.content()));
        branding.darkMark().ifPresent(file -> contents.put(name("mark-dark", file), file.content()));
        icon(mark).ifPresent(file -> contents.put(name("icon", file), file.content()));
        branding.styleSheet().ifPresent(sheet -> contents.put(STYLES, sheet));
        this.files = Assets.of(path, contents);
    }

    private static String name(String what, BrandFile file) {
        return what + "." + file.extension();
    }

    private Optional<BrandFile> icon(String mark) {
        return branding.icon().or(branding::mark).or(() -> branding.accent().map(colour -> coloured(mark, colour)));
    }

    private static BrandFile coloured(String mark, AccentColour colour) {
        String drawing = new String(Assets.resource(mark), StandardCharsets.UTF_8)
                .replace("#3d4bcf", colour.ground())
                .replace("#fff", colour.onGround());
        return new BrandFile("svg", drawing.getBytes(StandardCharsets.UTF_8));
    }

    String name() {
        return branding.name();
    }

    Assets files() {
        return files;
    }

    /** @param usualIcon the address of the product's own */
    Frame.Brand shown(String usualIcon) {
        Optional<BrandFile> icon = branding.icon().or(branding::mark);
        boolean own = icon.isPresent() || branding.accent().isPresent();
        String extension = icon.map(BrandFile::extension).orElse("svg");
        return new Frame.Brand(
                branding.name(),
                branding.mark().map(file -> files.url(name("mark", file))).orElse(""),
                branding.darkMark()
                        .map(file -> files.url(name("mark-dark", file)))
                        .orElse(""),
                own ? files.url("icon." + extension) : usualIcon,
                switch (extension) {
                    case "png" -> "image/png";
                    case "ico" -> "image/x-icon";
                    default -> "image/svg+xml";
                },
                branding.styleSheet().isPresent() ? files.url(STYLES) : "");
    }
}
