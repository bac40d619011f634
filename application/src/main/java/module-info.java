/**
 * The capabilities of Hexadmin: driving ports, whose first parameter is an actor, and driven ports.
 *
 * <p>For a capability X, adapters for clients call {@code application.X}, other adapters implement {@code
 * application.X.port}, and {@code application.X.internal} is private to the module.
 */
@org.jspecify.annotations.NullMarked
@SuppressWarnings("module") // the modules of qualified exports are compiled later
module dev.hexadmin.application {
    requires transitive dev.hexadmin.domain;
    requires static transitive org.jspecify;

    exports dev.hexadmin.application;
    exports dev.hexadmin.application.access to
            dev.hexadmin.bootstrap,
            dev.hexadmin.http,
            dev.hexadmin.persistence;
    exports dev.hexadmin.application.access.port to
            dev.hexadmin.bootstrap,
            dev.hexadmin.persistence;
    exports dev.hexadmin.application.actions;
    exports dev.hexadmin.application.audit.port to
            dev.hexadmin.bootstrap,
            dev.hexadmin.persistence;
    exports dev.hexadmin.application.caching to
            dev.hexadmin.bootstrap,
            dev.hexadmin.http;
    exports dev.hexadmin.application.caching.port to
            dev.hexadmin.bootstrap,
            dev.hexadmin.cache,
            dev.hexadmin.persistence;
    exports dev.hexadmin.application.comments to
            dev.hexadmin.bootstrap,
            dev.hexadmin.http,
            dev.hexadmin.persistence;
    exports dev.hexadmin.application.comments.port to
            dev.hexadmin.bootstrap,
            dev.hexadmin.persistence;
    exports dev.hexadmin.application.dashboard;
    exports dev.hexadmin.application.dashboard.port to
            dev.hexadmin.bootstrap,
            dev.hexadmin.persistence;
    exports dev.hexadmin.application.endpoints;
    exports dev.hexadmin.application.files to
            dev.hexadmin.bootstrap,
            dev.hexadmin.http,
            dev.hexadmin.persistence;
    exports dev.hexadmin.application.files.port to
            dev.hexadmin.bootstrap,
            dev.hexadmin.persistence;
    exports dev.hexadmin.application.history to
            dev.hexadmin.bootstrap,
            dev.hexadmin.http,
            dev.hexadmin.persistence;
    exports dev.hexadmin.application.identity to
            dev.hexadmin.bootstrap,
            dev.hexadmin.http,
            dev.hexadmin.persistence;
    exports dev.hexadmin.application.identity.port to
            dev.hexadmin.bootstrap,
            dev.hexadmin.http,
            dev.hexadmin.persistence;
    exports dev.hexadmin.application.notifications to
            dev.hexadmin.bootstrap,
            dev.hexadmin.http,
            dev.hexadmin.persistence;
    exports dev.hexadmin.application.notifications.port to
            dev.hexadmin.bootstrap,
            dev.hexadmin.persistence;
    exports dev.hexadmin.application.panel;
    exports dev.hexadmin.application.plugin;
    exports dev.hexadmin.application.port to
            dev.hexadmin.bootstrap,
            dev.hexadmin.cache,
            dev.hexadmin.http,
            dev.hexadmin.persistence;
    exports dev.hexadmin.application.ratelimit to
            dev.hexadmin.bootstrap,
            dev.hexadmin.http;
    exports dev.hexadmin.application.ratelimit.port to
            dev.hexadmin.bootstrap,
            dev.hexadmin.cache,
            dev.hexadmin.http;
    exports dev.hexadmin.application.query;
    exports dev.hexadmin.application.records;
    exports dev.hexadmin.application.records.port to
            dev.hexadmin.bootstrap,
            dev.hexadmin.persistence;
    exports dev.hexadmin.application.idempotency to
            dev.hexadmin.bootstrap,
            dev.hexadmin.http;
    exports dev.hexadmin.application.idempotency.port to
            dev.hexadmin.bootstrap,
            dev.hexadmin.persistence;
    exports dev.hexadmin.application.search to
            dev.hexadmin.bootstrap,
            dev.hexadmin.http,
            dev.hexadmin.persistence;
    exports dev.hexadmin.application.search.port to
            dev.hexadmin.bootstrap,
            dev.hexadmin.persistence;
    exports dev.hexadmin.application.secrets to
            dev.hexadmin.bootstrap,
            dev.hexadmin.http,
            dev.hexadmin.persistence;
    exports dev.hexadmin.application.spi;
    exports dev.hexadmin.application.text to
            dev.hexadmin.bootstrap,
            dev.hexadmin.http,
            dev.hexadmin.persistence;
    exports dev.hexadmin.application.transfer to
            dev.hexadmin.bootstrap,
            dev.hexadmin.http,
            dev.hexadmin.persistence;
    exports dev.hexadmin.application.transfer.port to
            dev.hexadmin.bootstrap,
            dev.hexadmin.persistence;
    exports dev.hexadmin.application.views to
            dev.hexadmin.bootstrap,
            dev.hexadmin.http;
    exports dev.hexadmin.application.views.port to
            dev.hexadmin.bootstrap,
            dev.hexadmin.persistence;
}
