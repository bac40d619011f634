package dev.hexadmin.bootstrap.plugins;

import dev.hexadmin.application.notifications.EmailChannel;
import dev.hexadmin.application.notifications.MailBrand;
import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.application.notifications.SmsChannel;
import dev.hexadmin.application.panel.PanelExtension;
import dev.hexadmin.application.panel.PanelExtensions;
import dev.hexadmin.application.plugin.HexadminPlugin;
import dev.hexadmin.application.spi.ChannelProvider;
import dev.hexadmin.application.spi.EmailProvider;
import dev.hexadmin.application.spi.MessageChannel;
import dev.hexadmin.application.spi.SmsProvider;
import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.bootstrap.ConfigurationException.Problem;
import dev.hexadmin.bootstrap.configuration.NotificationSettings;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.notifications.Channel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Plugins and message providers: built-in ones, those of the program, and those of modules in the plugins folder.
 * Providers are configured with their settings. Immutable; closing it closes plugins and providers that can be closed.
 */
public final class Plugins implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Plugins.class.getName());
    static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");

    private final List<PluginContribution> contributions;
    private final List<InstalledProvider<SmsProvider>> sms;
    private final List<InstalledProvider<EmailProvider>> email;
    private final List<InstalledProvider<MessageChannel>> channels;

    private Plugins(
            List<PluginContribution> contributions,
            List<InstalledProvider<SmsProvider>> sms,
            List<InstalledProvider<EmailProvider>> email,
            List<InstalledProvider<MessageChannel>> channels) {
        this.contributions = List.copyOf(contributions);
        this.sms = List.copyOf(sms);
        this.email = List.copyOf(email);
        this.channels = List.copyOf(channels);
    }

    /**
     * Finds and configures them.
     *
     * @param folder of jars; empty: {@code plugins} beside the {@code lib} that this program runs from, if it exists
     * @throws ConfigurationException when a jar cannot be used, two plugins or two providers have the same name, a
     *     plugin fails, a provider refuses its settings, or there are settings for a missing provider; it contains all
     *     problems
     */
    public static Plugins load(Optional<Path> folder, NotificationSettings settings, ProgramPlugins brought) {
        List<Problem> problems = new ArrayList<>();
        PluginLayer layer = PluginLayer.with(folder, problems);
        List<ServiceCandidate<HexadminPlugin>> found = layer.candidates(HexadminPlugin.class, problems);
        brought.plugins().forEach(plugin -> found.add(ServiceCandidate.ofProgram(plugin)));
        List<ServiceCandidate<SmsProvider>> sms = layer.candidates(SmsProvider.class, problems);
        List<ServiceCandidate<EmailProvider>> email = layer.candidates(EmailProvider.class, problems);
        List<ServiceCandidate<MessageChannel>> channels = layer.candidates(MessageChannel.class, problems);
        List<PluginContribution> contributions = contributions(found, sms, email, channels, problems);
        brought.sms().forEach(provider -> sms.add(ServiceCandidate.ofProgram(provider)));
        brought.email().forEach(provider -> email.add(ServiceCandidate.ofProgram(provider)));
        Plugins plugins = new Plugins(
                contributions,
                ProviderInstallation.install(
                        sms,
                        Plugins::nameOf,
                        SmsProvider::configure,
                        settings.providers(Channel.SMS).settings(),
                        problems),
                ProviderInstallation.install(
                        email,
                        EmailProvider::name,
                        EmailProvider::configure,
                        settings.providers(Channel.EMAIL).settings(),
                        problems),
                ProviderInstallation.install(
                        channels, MessageChannel::name, MessageChannel::configure, settings.channels(), problems));
        if (!problems.isEmpty()) {
            plugins.close();
            throw new ConfigurationException(problems);
        }
        return plugins;
    }

    private static String nameOf(SmsProvider provider) {
        SmsChannel.requireSend(provider);
        return provider.name();
    }

    /** By name, in its order. */
    public List<PluginContribution> contributions() {
        return contributions;
    }

    /** What all of them add to the panel. */
    public PanelExtensions panel() {
        Map<String, PanelExtension> added = new LinkedHashMap<>();
        contributions.forEach(each -> added.put(each.name(), each.panel()));
        return PanelExtensions.of(added);
    }

    /**
     * Checks what they add to the panel against the models.
     *
     * @throws ConfigurationException with all problems
     */
    public void checkPanel(ModelRegistry models) {
        List<Problem> problems = new ArrayList<>();
        panel().problems(models)
                .forEach((plugin, wrong) -> wrong.forEach(message -> problems.add(new Problem(
                        contributions.stream()
                                .filter(each -> each.name().equals(plugin))
                                .map(PluginContribution::origin)
                                .findFirst()
                                .orElse("models"),
                        plugin.isEmpty() ? "" : "plugin " + plugin,
                        message))));
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
    }

    /**
     * The providers of each built-in channel that has some, by name, in its order.
     *
     * @param brand how mails look
     */
    public Map<Channel, List<InstalledProvider<ChannelProvider>>> providers(MailBrand brand) {
        Map<Channel, List<InstalledProvider<ChannelProvider>>> providers = new LinkedHashMap<>();
        providers.put(Channel.SMS, provided(sms, SmsChannel::provider));
        providers.put(Channel.EMAIL, provided(email, (name, provider) -> EmailChannel.provider(name, provider, brand)));
        return providers;
    }

    private static <P> List<InstalledProvider<ChannelProvider>> provided(
            List<InstalledProvider<P>> found, BiFunction<String, P, ChannelProvider> provider) {
        return found.stream()
                .map(each -> new InstalledProvider<>(
                        each.name(), provider.apply(each.name(), each.provider()), each.origin(), each.missing()))
                .toList();
    }

    /** Channels that are not built in, by name, in its order. */
    public List<InstalledProvider<MessageChannel>> channels() {
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
                    .map(InstalledProvider::provider)
                    .toList());
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(new Problem("plugins", "", Reasons.of(e)));
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

    /** Asks each plugin what it adds; its providers become candidates. */
    private static List<PluginContribution> contributions(
            List<ServiceCandidate<HexadminPlugin>> candidates,
            List<ServiceCandidate<SmsProvider>> sms,
            List<ServiceCandidate<EmailProvider>> email,
            List<ServiceCandidate<MessageChannel>> channels,
            List<Problem> problems) {
        Map<String, PluginContribution> found = new TreeMap<>();
        for (ServiceCandidate<HexadminPlugin> each : candidates) {
            String origin = each.origin();
            try {
                HexadminPlugin plugin = each.get().get();
                String called = plugin.name();
                @Nullable PluginContribution other = found.get(called);
                if (!NAME.matcher(called).matches()) {
                    problems.add(each.problem("the name of a plugin is " + NAME + ", not '" + called + "'"));
                } else if (other != null) {
                    problems.add(each.problem(
                            "there is another plugin of the name '" + called + "' (" + other.origin() + ")"));
                } else {
                    plugin.smsProviders().forEach(provider -> sms.add(ServiceCandidate.ofPlugin(origin, provider)));
                    plugin.emailProviders().forEach(provider -> email.add(ServiceCandidate.ofPlugin(origin, provider)));
                    plugin.messageChannels()
                            .forEach(channel -> channels.add(ServiceCandidate.ofPlugin(origin, channel)));
                    found.put(called, PluginContribution.of(called, origin, plugin));
                }
            } catch (RuntimeException | ServiceConfigurationError | LinkageError e) {
                problems.add(each.problem("this plugin cannot be used: " + Reasons.of(e)));
            }
        }
        return List.copyOf(found.values());
    }
}
