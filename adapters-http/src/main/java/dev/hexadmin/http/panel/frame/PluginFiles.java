package dev.hexadmin.http.panel.frame;

import dev.hexadmin.application.panel.PanelFile;
import dev.hexadmin.http.server.content.Assets;
import dev.hexadmin.http.server.routing.Route;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The files of plugins, those of each one beside each other, so that a style sheet names its pictures without a path. Thread-safe. */
final class PluginFiles {
    private record OfPlugin(Assets assets, List<PanelFile> files) {}

    private final List<OfPlugin> plugins = new ArrayList<>();

    /**
     * @param path below which they are served
     * @param files by the plugin's name
     */
    PluginFiles(String path, Map<String, List<PanelFile>> files) {
        files.forEach((plugin, each) -> {
            Map<String, byte[]> contents = new LinkedHashMap<>();
            each.forEach(file -> contents.put(file.name(), file.content()));
            plugins.add(new OfPlugin(Assets.of(path + "/" + plugin, contents), each));
        });
    }

    List<Route> routes() {
        return plugins.stream().map(plugin -> plugin.assets().route()).toList();
    }

    /** The addresses of style sheets and scripts. */
    Frame.Added loaded() {
        return plugins.isEmpty()
                ? Frame.Added.NOTHING
                : new Frame.Added(addresses(PanelFile::isStyleSheet), addresses(PanelFile::isScript));
    }

    private List<String> addresses(Predicate<PanelFile> kind) {
        return plugins.stream()
                .flatMap(plugin -> plugin.files().stream()
                        .filter(kind)
                        .map(file -> plugin.assets().url(file.name())))
                .toList();
    }
}
