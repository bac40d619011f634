package dev.hexadmin.bootstrap.plugins;

import dev.hexadmin.application.plugin.HexadminPlugin;
import dev.hexadmin.application.spi.EmailProvider;
import dev.hexadmin.application.spi.SmsProvider;
import java.util.List;

/**
 * The plugins and providers that an embedding program passes; its providers are configured already.
 *
 * @param plugins asked as those that are found
 */
public record ProgramPlugins(List<HexadminPlugin> plugins, List<SmsProvider> sms, List<EmailProvider> email) {
    /** Nothing. */
    public static final ProgramPlugins NONE = new ProgramPlugins(List.of(), List.of(), List.of());

    public ProgramPlugins {
        plugins = List.copyOf(plugins);
        sms = List.copyOf(sms);
        email = List.copyOf(email);
    }
}
