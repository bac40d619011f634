package dev.hexadmin.bootstrap.command;

import dev.hexadmin.application.notifications.MailBrand;
import dev.hexadmin.application.panel.FieldWidget;
import dev.hexadmin.application.panel.PanelExtension;
import dev.hexadmin.application.panel.PanelFile;
import dev.hexadmin.application.panel.PanelPage;
import dev.hexadmin.bootstrap.Setting;
import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.bootstrap.plugins.InstalledProvider;
import dev.hexadmin.bootstrap.plugins.PluginContribution;
import dev.hexadmin.bootstrap.plugins.Plugins;
import dev.hexadmin.bootstrap.plugins.ProgramPlugins;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
        name = "plugins",
        description = "Lists plugins and providers of messages, and where each came from. Opens no database.",
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli sets the fields before it calls the command
final class ListPlugins implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private SettingsOptions options;

    private record Line(String kind, String name, String origin, String state) {}

    @Override
    public Integer call() {
        Settings settings = options.settings();
        List<Line> lines = new ArrayList<>();
        lines.add(new Line("kind", "name", "from", "brings"));
        try (Plugins plugins =
                Plugins.load(settings.find(Setting.PLUGINS_PATH), settings.notifications(), ProgramPlugins.NONE)) {
            plugins.contributions().forEach(each -> lines.add(line(each)));
            plugins.channels().forEach(each -> lines.add(line("channel", each)));
            plugins.providers(MailBrand.PRODUCT)
                    .forEach((channel, found) -> found.forEach(each -> lines.add(line(channel.word(), each))));
        }
        String format = "%-" + width(lines.stream().map(Line::kind).toList()) + "s  %-"
                + width(lines.stream().map(Line::name).toList()) + "s  %-"
                + width(lines.stream().map(Line::origin).toList()) + "s  %s%n";
        lines.forEach(line -> spec.commandLine()
                .getOut()
                .printf(Locale.ROOT, format, line.kind(), line.name(), line.origin(), line.state()));
        return 0;
    }

    private static Line line(PluginContribution plugin) {
        List<String> brings = new ArrayList<>();
        if (!plugin.models().isEmpty()) {
            brings.add("models "
                    + plugin.models().stream().map(model -> model.name()).collect(Collectors.joining(", ")));
        }
        if (!plugin.code().hooks().isEmpty()) {
            brings.add("hooks for "
                    + plugin.code().hooks().keySet().stream().sorted().collect(Collectors.joining(", ")));
        }
        if (!plugin.code().actions().isEmpty()) {
            brings.add("actions on "
                    + plugin.code().actions().keySet().stream().sorted().collect(Collectors.joining(", ")));
        }
        if (!plugin.code().endpoints().isEmpty()) {
            brings.add("endpoints for "
                    + plugin.code().endpoints().keySet().stream().sorted().collect(Collectors.joining(", ")));
        }
        if (!plugin.widgets().isEmpty()) {
            brings.add(
                    plugin.widgets().size() == 1
                            ? "a dashboard widget"
                            : plugin.widgets().size() + " dashboard widgets");
        }
        panel(plugin.panel(), brings);
        return new Line("plugin", plugin.name(), plugin.origin(), brings.isEmpty() ? "-" : String.join("; ", brings));
    }

    private static void panel(PanelExtension panel, List<String> brings) {
        add(panel.pages().stream().map(PanelPage::path).toList(), "pages ", brings);
        add(panel.cards().stream().map(card -> card.title().text()).toList(), "cards ", brings);
        add(panel.tabs().stream().map(tab -> tab.model() + "." + tab.name()).toList(), "tabs ", brings);
        add(panel.widgets().stream().map(FieldWidget::name).toList(), "field widgets ", brings);
        add(panel.files().stream().map(PanelFile::name).toList(), "files ", brings);
    }

    private static void add(List<String> names, String what, List<String> brings) {
        if (!names.isEmpty()) {
            brings.add(what + String.join(", ", names));
        }
    }

    private static Line line(String kind, InstalledProvider<?> provider) {
        return new Line(
                kind,
                provider.name(),
                provider.origin(),
                provider.missing().map(missing -> "not configured: " + missing).orElse("configured"));
    }

    private static int width(List<String> texts) {
        return texts.stream().mapToInt(String::length).max().orElse(1);
    }
}
