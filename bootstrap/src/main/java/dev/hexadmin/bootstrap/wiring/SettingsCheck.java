package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.application.dashboard.DashboardAssembly;
import dev.hexadmin.application.dashboard.DashboardDefinition;
import dev.hexadmin.application.dashboard.WidgetDefinition;
import dev.hexadmin.application.identity.IdentityAssembly;
import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.bootstrap.Setting;
import dev.hexadmin.bootstrap.configuration.DashboardSettings;
import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.bootstrap.plugins.Plugins;
import dev.hexadmin.bootstrap.plugins.ProgramPlugins;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.text.Nearest;
import dev.hexadmin.persistence.Persistence;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** Checks settings without changing anything. */
public final class SettingsCheck {
    private SettingsCheck() {}

    /**
     * Checks the models and the first superuser of the settings, without a database.
     *
     * @throws ConfigurationException when models contradict each other, or the password is not accepted
     */
    public static void check(Settings settings) {
        checkFirstAdmin(settings);
        try (Plugins plugins = plugins(settings)) {
            MessageChannels channels = Messages.channels(plugins, settings.notifications());
            Registrations added = Registrations.NONE.with(plugins, settings.models());
            ModelRegistry models = ModelCatalog.withoutDatabase(settings, added, channels);
            if (!settings.get(Setting.INTROSPECT)) {
                plugins.checkPanel(models);
                settings.dashboard().check(models);
                checkWidgets(models, settings.dashboard(), added);
            }
        }
    }

    static void checkFirstAdmin(Settings settings) {
        List<ConfigurationException.Problem> problems = settings.firstAdmin().stream()
                .flatMap(admin ->
                        IdentityAssembly.passwordViolations(
                                Persistence.passwordStrength(), admin.password(), admin.email())
                                .stream())
                .map(violation -> new ConfigurationException.Problem(
                        Setting.ADMIN_PASSWORD.key(), "HEXADMIN_ADMIN_PASSWORD", violation.message()))
                .toList();
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
    }

    /** Whether {@link #models} reads tables: of an existing database, they have models or limit what models offer. */
    public static boolean needsTables(Settings settings) {
        return settings.get(Setting.INTROSPECT) || settings.schema() == Setting.Schema.EXISTING;
    }

    /**
     * The models of a server with these settings; changes nothing.
     *
     * @throws ConfigurationException when they contradict each other
     */
    public static ModelRegistry models(Settings settings) {
        if (needsTables(settings)) {
            return withCatalog(settings, settings.connection(), (persistence, catalog) -> catalog.registry());
        }
        try (Plugins plugins = plugins(settings)) {
            return ModelCatalog.withoutDatabase(
                    settings,
                    Registrations.NONE.with(plugins, settings.models()),
                    Messages.channels(plugins, settings.notifications()));
        }
    }

    private static Plugins plugins(Settings settings) {
        return Plugins.load(settings.find(Setting.PLUGINS_PATH), settings.notifications(), ProgramPlugins.NONE);
    }

    /**
     * The statements that a start would run on built-in tables and on those of models, as lines; changes nothing.
     *
     * @param dropping those of {@link #migrate} with dropping
     * @throws ConfigurationException when the tables cannot be migrated to the models
     */
    public static List<String> plan(Settings settings, boolean dropping) {
        return settings.connection() instanceof DatabaseSettings.Embedded file && !Files.exists(file.file())
                ? planOfEmptyDatabase(settings, file, dropping)
                : plan(settings, settings.connection(), dropping);
    }

    /** The plan for a database file that does not exist; it is not created. */
    private static List<String> planOfEmptyDatabase(
            Settings settings, DatabaseSettings.Embedded file, boolean dropping) {
        try {
            Path folder = Files.createTempDirectory("hexadmin-plan");
            try {
                return plan(
                        settings, new DatabaseSettings.Embedded(file.product(), folder.resolve("empty.db")), dropping);
            } finally {
                try (Stream<Path> files = Files.walk(folder)) {
                    for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                        Files.delete(each);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> plan(Settings settings, DatabaseSettings database, boolean dropping) {
        return withCatalog(settings, database, (persistence, catalog) -> {
            List<String> lines = new ArrayList<>(persistence.planMigrations());
            lines.addAll(catalog.plan(dropping));
            return lines.isEmpty() ? List.of("-- The tables match this version and the models.") : lines;
        });
    }

    /**
     * Brings all tables up to date, also when the models are unchanged since the last start.
     *
     * @param dropping whether the columns of managed tables that belong to no field are dropped
     * @throws ConfigurationException when columns are to be dropped from tables that are not managed, or when the tables
     *     cannot be migrated to the models
     */
    public static void migrate(Settings settings, boolean dropping) {
        withCatalog(settings, settings.connection(), (persistence, catalog) -> {
            persistence.migrate();
            if (dropping) {
                catalog.dropColumns();
            } else {
                catalog.repair();
            }
            return true;
        });
    }

    /**
     * Checks the models of the settings against the tables of the database, without changing it.
     *
     * @return suggestions of indexes, as lines
     * @throws ConfigurationException when they do not match
     */
    public static List<String> checkDatabase(Settings settings) {
        return withCatalog(settings, settings.connection(), (persistence, catalog) -> {
            catalog.check();
            return persistence.planMigrations().isEmpty() ? catalog.suggestions() : List.of();
        });
    }

    static <T> T withCatalog(
            Settings settings, DatabaseSettings database, BiFunction<Persistence, ModelCatalog, T> use) {
        try (Plugins plugins = plugins(settings);
                Persistence persistence = Persistence.open(database)) {
            return use.apply(
                    persistence,
                    new ModelCatalog(
                            settings,
                            Registrations.NONE.with(plugins, settings.models()),
                            plugins.registered(),
                            persistence));
        }
    }

    static void checkWidgets(ModelRegistry models, DashboardSettings said, Registrations registrations) {
        List<ConfigurationException.Problem> problems = new ArrayList<>();
        List<WidgetDefinition> widgets = new ArrayList<>(
                registrations.dashboard().flatMap(DashboardDefinition::widgets).orElse(List.of()));
        widgets.addAll(registrations.widgets());
        int configured = registrations.dashboard().isPresent()
                ? 0
                : said.definition().widgets().map(List::size).orElse(0);
        int all = configured + widgets.size();
        if (all > WidgetDefinition.MOST) {
            problems.add(new ConfigurationException.Problem(
                    "dashboard",
                    "",
                    "there are " + all + " widgets with those that are registered, and at most " + WidgetDefinition.MOST
                            + " on a dashboard"));
        }
        for (WidgetDefinition widget : widgets) {
            DashboardAssembly.wrong(models, widget)
                    .ifPresent(wrong -> problems.add(new ConfigurationException.Problem(
                            "dashboard",
                            OptionalInt.empty(),
                            wrong.key(),
                            "a widget that is registered: " + wrong.message()
                                    + (wrong.message().contains("'" + wrong.given() + "'")
                                            ? ""
                                            : " ('" + wrong.given() + "')"),
                            Nearest.to(wrong.given(), wrong.known()))));
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
    }
}
