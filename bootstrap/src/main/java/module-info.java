/**
 * Assembles Hexadmin: settings, wiring, command line, and the embedding API.
 *
 * <p>The only module that reads the environment, looks up services and ends the process.
 */
@org.jspecify.annotations.NullMarked
@SuppressWarnings("requires-transitive-automatic") // Micrometer and OpenTelemetry have no descriptors
module dev.hexadmin.bootstrap {
    requires transitive dev.hexadmin.application;
    requires transitive dev.hexadmin.cache;
    requires static transitive org.jspecify;
    requires transitive dev.hexadmin.persistence;
    requires transitive io.helidon.webserver;
    requires transitive io.opentelemetry.api;
    requires transitive java.sql;
    requires transitive micrometer.core;
    requires com.fasterxml.jackson.core;
    requires dev.hexadmin.http;
    requires info.picocli;
    requires io.opentelemetry.context;
    requires java.logging;
    requires micrometer.registry.prometheus;
    requires org.yaml.snakeyaml;

    uses dev.hexadmin.application.plugin.Demo;
    uses dev.hexadmin.application.plugin.HexadminPlugin;
    uses dev.hexadmin.application.spi.EmailProvider;
    uses dev.hexadmin.application.spi.MessageChannel;
    uses dev.hexadmin.application.spi.SmsProvider;

    exports dev.hexadmin.bootstrap;
    exports dev.hexadmin.bootstrap.logging to
            java.logging; // creates the log manager

    opens dev.hexadmin.bootstrap.command to
            info.picocli; // options are injected into annotated fields
}
