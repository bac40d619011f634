/**
 * The capabilities of Hexadmin: driving ports, whose first parameter is an actor, and driven ports.
 *
 * <p>For a capability X, adapters for clients call {@code application.X}, other adapters implement {@code
 * application.X.port}, and {@code application.X.internal} is private to the module.
 */
@org.jspecify.annotations.NullMarked
module dev.hexadmin.application {
    requires transitive dev.hexadmin.domain;
    requires static transitive org.jspecify;

    exports dev.hexadmin.application;
    exports dev.hexadmin.application.access;
    exports dev.hexadmin.application.access.port;
    exports dev.hexadmin.application.actions;
    exports dev.hexadmin.application.audit.port;
    exports dev.hexadmin.application.caching;
    exports dev.hexadmin.application.caching.port;
    exports dev.hexadmin.application.dashboard;
    exports dev.hexadmin.application.dashboard.port;
    exports dev.hexadmin.application.endpoints;
    exports dev.hexadmin.application.history;
    exports dev.hexadmin.application.identity;
    exports dev.hexadmin.application.identity.port;
    exports dev.hexadmin.application.notifications;
    exports dev.hexadmin.application.notifications.port;
    exports dev.hexadmin.application.plugin;
    exports dev.hexadmin.application.port;
    exports dev.hexadmin.application.ratelimit;
    exports dev.hexadmin.application.ratelimit.port;
    exports dev.hexadmin.application.query;
    exports dev.hexadmin.application.records;
    exports dev.hexadmin.application.records.port;
    exports dev.hexadmin.application.idempotency;
    exports dev.hexadmin.application.idempotency.port;
    exports dev.hexadmin.application.search;
    exports dev.hexadmin.application.search.port;
    exports dev.hexadmin.application.spi;
    exports dev.hexadmin.application.transfer;
    exports dev.hexadmin.application.transfer.port;
    exports dev.hexadmin.application.views;
    exports dev.hexadmin.application.views.port;
}
