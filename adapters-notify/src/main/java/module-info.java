/**
 * Sends messages: e-mail over SMTP, text messages over a gateway's REST interface, signed events to URLs, and providers
 * for development that print to the log.
 *
 * <p>Providers are found by {@link java.util.ServiceLoader} through the contract in {@code application.spi}.
 */
@org.jspecify.annotations.NullMarked
module dev.hexadmin.notify {
    requires transitive dev.hexadmin.application;
    requires static transitive org.jspecify;
    requires com.fasterxml.jackson.core;
    requires jakarta.mail;
    requires io.opentelemetry.api;
    requires io.opentelemetry.context;
    requires java.net.http;
    requires org.eclipse.angus.mail;
    requires org.simplejavamail;
    requires org.simplejavamail.core;

    provides dev.hexadmin.application.spi.MessageChannel with
            dev.hexadmin.notify.webhook.WebhookChannel;
    provides dev.hexadmin.application.spi.SmsProvider with
            dev.hexadmin.notify.console.ConsoleSmsProvider,
            dev.hexadmin.notify.twilio.TwilioSmsProvider;
    provides dev.hexadmin.application.spi.EmailProvider with
            dev.hexadmin.notify.console.ConsoleEmailProvider,
            dev.hexadmin.notify.smtp.SmtpEmailProvider;
}
