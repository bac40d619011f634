/**
 * Carries messages to people. Providers for development print them to the log; they answer as a gateway would.
 *
 * <p>Providers are found by {@link java.util.ServiceLoader} through the contract in {@code application.spi}.
 */
@org.jspecify.annotations.NullMarked
module dev.hexadmin.notify {
    requires transitive dev.hexadmin.application;
    requires static transitive org.jspecify;

    provides dev.hexadmin.application.spi.SmsProvider with
            dev.hexadmin.notify.console.ConsoleSmsProvider;
    provides dev.hexadmin.application.spi.EmailProvider with
            dev.hexadmin.notify.console.ConsoleEmailProvider;
}
