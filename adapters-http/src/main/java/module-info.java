/**
 * Speaks HTTP to clients: the JSON API, the panel, its documents, health and metrics, over Helidon's web server.
 *
 * <p>Knows the driving ports of the application and nothing of how records are stored.
 */
@org.jspecify.annotations.NullMarked
// the modules of qualified exports are compiled later; Micrometer and OpenTelemetry have no descriptors
@SuppressWarnings({"module", "requires-transitive-automatic"})
module dev.hexadmin.http {
    requires transitive dev.hexadmin.application;
    requires transitive org.jspecify; // the schemas of responses read @Nullable while the program runs
    requires static java.compiler; // MapStruct's @Generated
    requires java.net.http;
    requires java.xml;
    requires transitive io.helidon.webserver;
    requires static org.mapstruct;
    requires com.fasterxml.jackson.core;
    requires com.fasterxml.jackson.databind;
    requires com.fasterxml.jackson.dataformat.csv;
    requires com.github.benmanes.caffeine;
    requires com.google.zxing;
    requires com.ibm.icu;
    requires com.webauthn4j.core;
    requires gg.jte.runtime;
    requires io.helidon.common.buffers;
    requires io.helidon.common.concurrency.limits;
    requires io.helidon.common.socket;
    requires io.helidon.common.task;
    requires io.helidon.http;
    requires io.helidon.webserver.websocket;
    requires io.helidon.websocket;
    requires transitive micrometer.core;
    requires transitive micrometer.registry.prometheus;
    requires transitive io.opentelemetry.api;
    requires io.opentelemetry.context;
    requires org.commonmark;
    requires org.commonmark.ext.autolink;
    requires org.commonmark.ext.gfm.strikethrough;
    requires org.commonmark.ext.gfm.tables;
    requires org.commonmark.ext.task.list.items;
    requires org.jose4j;

    exports dev.hexadmin.http to
            dev.hexadmin.bootstrap;
    exports dev.hexadmin.http.branding to
            dev.hexadmin.bootstrap;
    exports dev.hexadmin.http.openid to
            dev.hexadmin.bootstrap;
    exports dev.hexadmin.http.settings to
            dev.hexadmin.bootstrap;
    exports dev.hexadmin.http.webauthn to
            dev.hexadmin.bootstrap;

    // Jackson reads the components of response records
    opens dev.hexadmin.http.api.access to
            com.fasterxml.jackson.databind;
    opens dev.hexadmin.http.api.actions to
            com.fasterxml.jackson.databind;
    opens dev.hexadmin.http.api.comments to
            com.fasterxml.jackson.databind;
    opens dev.hexadmin.http.api.dashboard to
            com.fasterxml.jackson.databind;
    opens dev.hexadmin.http.api.identity to
            com.fasterxml.jackson.databind;
    opens dev.hexadmin.http.api.notifications to
            com.fasterxml.jackson.databind;
    opens dev.hexadmin.http.api.observe to
            com.fasterxml.jackson.databind;
    opens dev.hexadmin.http.api.records to
            com.fasterxml.jackson.databind;
    opens dev.hexadmin.http.api.search to
            com.fasterxml.jackson.databind;
    opens dev.hexadmin.http.api.views to
            com.fasterxml.jackson.databind;
    opens dev.hexadmin.http.files to
            com.fasterxml.jackson.databind;
    opens dev.hexadmin.http.live to
            com.fasterxml.jackson.databind;
    opens dev.hexadmin.http.openapi to
            com.fasterxml.jackson.databind;
    opens dev.hexadmin.http.server.problem to
            com.fasterxml.jackson.databind;

    // the fixed parts of pages are files beside the classes that are made of the templates
    opens dev.hexadmin.http.templates.pages to
            gg.jte.runtime;
    opens dev.hexadmin.http.templates.parts to
            gg.jte.runtime;
}
