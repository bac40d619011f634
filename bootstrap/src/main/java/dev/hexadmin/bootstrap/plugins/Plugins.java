package dev.hexadmin.bootstrap.plugins;

import dev.hexadmin.application.actions.RecordAction;
import dev.hexadmin.application.dashboard.CardDefinition;
import dev.hexadmin.application.endpoints.RecordEndpoint;
import dev.hexadmin.application.notifications.EmailChannel;
import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.application.notifications.SmsChannel;
import dev.hexadmin.application.plugin.HexadminPlugin;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.application.spi.ChannelProvider;
import dev.hexadmin.application.spi.EmailProvider;
import dev.hexadmin.application.spi.MessageChannel;
import dev.hexadmin.application.spi.SmsProvider;
import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.bootstrap.ConfigurationException.Problem;
import dev.hexadmin.bootstrap.configuration.NotificationSettings;
import dev.hexadmin.bootstrap.configuration.ProviderSettings;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.notifications.Channel;
import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.FindException;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.lang.module.ResolutionException;
import java.lang.module.ResolvedModule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is added from outside: plugins and providers of messages, those built in, of the program, and of modules in the
 * plugins folder; providers are configured with what the settings say about them. Immutable; closing it closes what can
 * be closed.
 *
 * <p>The modules of the folder are a layer of their own over the program's: what both have, the program's wins. A jar
 * without a descriptor is an automatic module and brings what its {@code META-INF/services} names. A program on the class
 * path has no layer: it finds what the {@code META-INF/services} of its class path name, and no folder.
 */
public final class Plugins implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Plugins.class.getName());
    private static final String BUILT_IN = "built in";
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");

    private static final String PROGRAM = "the program";
    private static final String OWN_PACKAGE = "dev.hexadmin.";

    private final List<Contribution> contributions;
    private final List<Found<SmsProvider>> sms;
    private final List<Found<EmailProvider>> email;
    private final List<Found<MessageChannel>> channels;

    /**
     * What an embedding program brings itself; its providers are configured already.
     *
     * @param plugins asked as those that are found
     */
    public record Brought(List<HexadminPlugin> plugins, List<SmsProvider> sms, List<EmailProvider> email) {
        /** Nothing. */
        public static final Brought NONE = new Brought(List.of(), List.of(), List.of());

        public Brought {
            plugins = List.copyOf(plugins);
            sms = List.copyOf(sms);
            email = List.copyOf(email);
        }
    }

    /**
     * What a plugin adds, besides providers.
     *
     * @param origin where it came from, for people
     */
    public record Contribution(
            String name,
            String origin,
            HexadminPlugin plugin,
            List<ModelDefinition> models,
            Map<String, RecordHooks> rules,
            Map<String, List<RecordAction>> actions,
            Map<String, List<RecordEndpoint>> endpoints,
            List<CardDefinition> cards) {
        public Contribution {
            models = List.copyOf(models);
            rules = Map.copyOf(rules);
            actions = Map.copyOf(actions);
            endpoints = Map.copyOf(endpoints);
            cards = List.copyOf(cards);
        }
    }

    /**
     * What may be a plugin or a provider.
     *
     * @param configured whether it needs no settings
     */
    private record Candidate<P>(String origin, Class<?> type, Supplier<P> get, boolean configured) {}

    /**
     * A provider.
     *
     * @param <P> what it provides
     * @param name the one it says it has
     * @param provider itself
     * @param origin where it came from, for people: {@code built in}, or the name of its jar
     * @param missing what it needs before it can be used, in its own words, when the settings say nothing about it;
     *     empty for one that can be used
     */
    public record Found<P>(String name, P provider, String origin, Optional<String> missing) {}

    private Plugins(
            List<Contribution> contributions,
            List<Found<SmsProvider>> sms,
            List<Found<EmailProvider>> email,
            List<Found<MessageChannel>> channels) {
        this.contributions = List.copyOf(contributions);
        this.sms = List.copyOf(sms);
        this.email = List.copyOf(email);
        this.channels = List.copyOf(channels);
    }

    /**
     * Finds and configures them.
     *
     * @param folder of jars; empty: {@code plugins} beside the {@code lib} that this program runs from, if it is there
     * @throws ConfigurationException when a jar cannot be used, two plugins or two providers have the same name, a plugin
     *     fails, a provider refuses its settings, or there are settings for one that is not there; with everything that
     *     is wrong
     */
    public static Plugins load(Optional<Path> folder, NotificationSettings settings, Brought brought) {
        List<Problem> problems = new ArrayList<>();
        ModuleLayer layer = folder.or(Plugins::usualFolder)
                .map(chosen -> layer(chosen, problems))
                .orElseGet(Plugins::ownLayer);
        List<Candidate<HexadminPlugin>> found = all(layer, HexadminPlugin.class, problems);
        brought.plugins().forEach(plugin -> found.add(given(PROGRAM, plugin, true)));
        List<Candidate<SmsProvider>> sms = all(layer, SmsProvider.class, problems);
        List<Candidate<EmailProvider>> email = all(layer, EmailProvider.class, problems);
        List<Candidate<MessageChannel>> channels = all(layer, MessageChannel.class, problems);
        List<Contribution> contributions = contributions(found, sms, email, channels, problems);
        brought.sms().forEach(provider -> sms.add(given(PROGRAM, provider, true)));
        brought.email().forEach(provider -> email.add(given(PROGRAM, provider, true)));
        Plugins plugins = new Plugins(
                contributions,
                find(
                        sms,
                        SmsProvider::name,
                        SmsProvider::configure,
                        settings.providers(SmsChannel.NAME).settings(),
                        problems),
                find(
                        email,
                        EmailProvider::name,
                        EmailProvider::configure,
                        settings.providers(EmailChannel.NAME).settings(),
                        problems),
                find(channels, MessageChannel::name, MessageChannel::configure, settings.channels(), problems));
        if (!problems.isEmpty()) {
            plugins.close();
            throw new ConfigurationException(problems);
        }
        return plugins;
    }

    /** By name, in its order. */
    public List<Contribution> contributions() {
        return contributions;
    }

    /** The providers of each built-in channel that has some, by name, in its order. */
    public Map<Channel, List<Found<ChannelProvider>>> providers() {
        Map<Channel, List<Found<ChannelProvider>>> providers = new LinkedHashMap<>();
        providers.put(SmsChannel.NAME, provided(sms, SmsChannel::provider));
        providers.put(EmailChannel.NAME, provided(email, EmailChannel::provider));
        return providers;
    }

    private static <P> List<Found<ChannelProvider>> provided(
            List<Found<P>> found, BiFunction<String, P, ChannelProvider> provider) {
        return found.stream()
                .map(each -> new Found<>(
                        each.name(), provider.apply(each.name(), each.provider()), each.origin(), each.missing()))
                .toList();
    }

    /** Channels that are not built in, by name, in its order. */
    public List<Found<MessageChannel>> channels() {
        return channels;
    }

    /**
     * The channels that messages can be sent on.
     *
     * @throws ConfigurationException when a plugin's channel cannot be registered
     */
    public MessageChannels registered() {
        try {
            return MessageChannels.of(channels.stream()
                    .filter(each -> each.missing().isEmpty())
                    .map(Found::provider)
                    .toList());
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(
                    List.of(new Problem("plugins", OptionalInt.empty(), "", reason(e), Optional.empty())));
        }
    }

    @Override
    public void close() {
        Stream.of(sms, email, channels).flatMap(List::stream).forEach(found -> close(found.provider(), found.name()));
        contributions.forEach(each -> close(each.plugin(), each.name()));
    }

    private static void close(Object provider, String name) {
        try {
            if (provider instanceof AutoCloseable closeable) {
                closeable.close();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            LOG.log(System.Logger.Level.WARNING, "The plugin or provider " + name + " could not be closed", e);
        }
    }

    // ---- modules

    /** The layer that this program is in; the machine's own when it was started without modules. */
    static ModuleLayer ownLayer() {
        @Nullable ModuleLayer own = Plugins.class.getModule().getLayer();
        return own == null ? ModuleLayer.boot() : own;
    }

    /** The services of a layer; on the class path, where there are no layers, those of the program's class loader. */
    static <P> Stream<ServiceLoader.Provider<P>> services(ModuleLayer layer, Class<P> service) {
        return (Plugins.class.getModule().isNamed()
                        ? ServiceLoader.load(layer, service)
                        : ServiceLoader.load(service, Plugins.class.getClassLoader()))
                .stream();
    }

    private static Optional<Path> usualFolder() {
        return ownLayer()
                .configuration()
                .findModule(String.valueOf(Plugins.class.getModule().getName()))
                .map(ResolvedModule::reference)
                .flatMap(ModuleReference::location)
                .filter(location -> "file".equals(location.getScheme()))
                .map(Path::of)
                .map(Path::getParent)
                .filter(lib -> lib.endsWith("lib"))
                .map(lib -> lib.resolveSibling("plugins"))
                .filter(Files::isDirectory);
    }

    private static ModuleLayer layer(Path folder, List<Problem> problems) {
        ModuleLayer own = ownLayer();
        if (!Plugins.class.getModule().isNamed()) {
            problems.add(problem(folder, "this program runs on the class path: put the jars of providers there, too"));
            return own;
        }
        Map<String, Path> jars = new TreeMap<>();
        for (Path jar : jars(folder, problems)) {
            try {
                for (ModuleReference module : ModuleFinder.of(jar).findAll()) {
                    String name = module.descriptor().name();
                    @Nullable Path other = jars.putIfAbsent(name, jar);
                    if (other != null) {
                        problems.add(problem(jar, "the module " + name + " is also in " + other.getFileName()));
                    }
                }
            } catch (FindException e) {
                problems.add(problem(jar, "this is no module: " + reason(e)));
            }
        }
        jars.keySet().removeIf(name -> own.findModule(name).isPresent());
        if (jars.isEmpty()) {
            return own;
        }
        try {
            Configuration configuration = own.configuration()
                    .resolve(
                            ModuleFinder.of(),
                            ModuleFinder.of(jars.values().toArray(Path[]::new)),
                            Set.copyOf(jars.keySet()));
            return own.defineModulesWithManyLoaders(configuration, Plugins.class.getClassLoader());
        } catch (FindException | ResolutionException | LayerInstantiationException e) {
            problems.add(problem(folder, "these modules do not fit together: " + reason(e)));
            return own;
        }
    }

    private static List<Path> jars(Path folder, List<Problem> problems) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            problems.add(problem(folder, "this folder cannot be read"));
            return List.of();
        }
    }

    // ---- providers

    private static <P> List<Found<P>> find(
            List<Candidate<P>> candidates,
            Function<P, String> name,
            BiConsumer<P, Map<String, String>> configure,
            Map<String, ProviderSettings> settings,
            List<Problem> problems) {
        Map<String, Found<P>> found = new TreeMap<>();
        for (Candidate<P> each : candidates) {
            String origin = each.origin();
            try {
                P provider = each.get().get();
                String called = name.apply(provider);
                @Nullable Found<P> other = found.get(called);
                if (!NAME.matcher(called).matches()) {
                    problems.add(problem(origin, each.type(), "its name '" + called + "' is none for settings"));
                } else if (other != null) {
                    problems.add(problem(
                            origin,
                            each.type(),
                            "there is another provider of the name '" + called + "' (" + other.origin() + ")"));
                } else {
                    Optional<ProviderSettings> said = Optional.ofNullable(settings.get(called));
                    Optional<String> refusal = each.configured()
                            ? Optional.empty()
                            : refusal(() -> configure.accept(
                                    provider, said.map(ProviderSettings::values).orElse(Map.of())));
                    if (said.isPresent() && refusal.isPresent()) {
                        problems.add(said.get().refused(refusal.get()));
                    }
                    found.put(called, new Found<>(called, provider, origin, refusal));
                }
            } catch (RuntimeException | ServiceConfigurationError | LinkageError e) {
                problems.add(problem(origin, each.type(), "this provider cannot be used: " + reason(e)));
            }
        }
        new TreeMap<>(settings).forEach((called, said) -> {
            if (!found.containsKey(called)) {
                problems.add(said.unknown(found.keySet()));
            }
        });
        return List.copyOf(found.values());
    }

    /** What is built in first: it is the other one that is too many. */
    private static <P> List<Candidate<P>> all(ModuleLayer layer, Class<P> service, List<Problem> problems) {
        List<Candidate<P>> found = new ArrayList<>();
        try {
            services(layer, service)
                    .forEach(each -> found.add(new Candidate<>(origin(each.type()), each.type(), each, false)));
        } catch (ServiceConfigurationError e) {
            problems.add(new Problem("plugins", OptionalInt.empty(), "", reason(e), Optional.empty()));
        }
        found.sort(Comparator.comparing((Candidate<P> each) -> !each.origin().equals(BUILT_IN))
                .thenComparing(each -> each.type().getName()));
        return found;
    }

    private static <P> Candidate<P> given(String origin, P provider, boolean configured) {
        return new Candidate<>(origin, provider.getClass(), () -> provider, configured);
    }

    // ---- plugins

    /** Asks each plugin what it adds; its providers become candidates. */
    private static List<Contribution> contributions(
            List<Candidate<HexadminPlugin>> candidates,
            List<Candidate<SmsProvider>> sms,
            List<Candidate<EmailProvider>> email,
            List<Candidate<MessageChannel>> channels,
            List<Problem> problems) {
        Map<String, Contribution> found = new TreeMap<>();
        for (Candidate<HexadminPlugin> each : candidates) {
            String origin = each.origin();
            try {
                HexadminPlugin plugin = each.get().get();
                String called = plugin.name();
                @Nullable Contribution other = found.get(called);
                if (!NAME.matcher(called).matches()) {
                    problems.add(
                            problem(origin, each.type(), "the name of a plugin is " + NAME + ", not '" + called + "'"));
                } else if (other != null) {
                    problems.add(problem(
                            origin,
                            each.type(),
                            "there is another plugin of the name '" + called + "' (" + other.origin() + ")"));
                } else {
                    plugin.smsProviders().forEach(provider -> sms.add(given(origin, provider, false)));
                    plugin.emailProviders().forEach(provider -> email.add(given(origin, provider, false)));
                    plugin.messageChannels().forEach(channel -> channels.add(given(origin, channel, false)));
                    found.put(
                            called,
                            new Contribution(
                                    called,
                                    origin,
                                    plugin,
                                    plugin.models(),
                                    plugin.rules(),
                                    plugin.actions(),
                                    plugin.endpoints(),
                                    plugin.dashboardCards()));
                }
            } catch (RuntimeException | ServiceConfigurationError | LinkageError e) {
                problems.add(problem(origin, each.type(), "this plugin cannot be used: " + reason(e)));
            }
        }
        return List.copyOf(found.values());
    }

    /** What a provider has against its settings. */
    private static Optional<String> refusal(Runnable configure) {
        try {
            configure.run();
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static String origin(Class<?> type) {
        if (type.getName().startsWith(OWN_PACKAGE)) {
            return BUILT_IN;
        }
        Module module = type.getModule();
        return !module.isNamed()
                ? Optional.ofNullable(type.getProtectionDomain().getCodeSource())
                        .map(source -> source.getLocation().getPath().replaceFirst("/$", ""))
                        .map(path -> path.substring(path.lastIndexOf('/') + 1))
                        .orElse(PROGRAM)
                : Optional.ofNullable(module.getLayer())
                        .flatMap(layer -> layer.configuration().findModule(module.getName()))
                        .map(ResolvedModule::reference)
                        .flatMap(ModuleReference::location)
                        .map(jar -> String.valueOf(Path.of(jar).getFileName()))
                        .orElse(module.toString());
    }

    private static Problem problem(String origin, Class<?> type, String message) {
        return new Problem(origin, OptionalInt.empty(), type.getName(), message, Optional.empty());
    }

    private static Problem problem(Path file, String message) {
        return new Problem(file.toString(), OptionalInt.empty(), "", message, Optional.empty());
    }

    /** What happened, with what caused it: the outer message alone often says only where. */
    private static String reason(Throwable failure) {
        Set<String> messages = new LinkedHashSet<>();
        @Nullable Throwable each = failure;
        for (int depth = 0; each != null && depth < 8; depth++) {
            messages.add(each.getMessage() == null ? each.getClass().getSimpleName() : each.getMessage());
            each = each.getCause();
        }
        return String.join(": ", messages).replaceAll("\\p{Cntrl}+", " ");
    }
}
