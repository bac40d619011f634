package dev.hexadmin.http;

import dev.hexadmin.http.live.SocketUpgrader;
import dev.hexadmin.http.live.Subscriptions;
import dev.hexadmin.http.server.address.ClientAddress;
import dev.hexadmin.http.server.connection.ConnectionGuard;
import dev.hexadmin.http.server.connection.DirectResponses;
import dev.hexadmin.http.server.request.RequestIds;
import dev.hexadmin.http.server.routing.Dispatcher;
import dev.hexadmin.http.server.security.CrossOrigin;
import dev.hexadmin.http.settings.ConnectionSettings;
import dev.hexadmin.http.settings.HttpSettings;
import dev.hexadmin.http.settings.ListenAddress;
import io.helidon.http.HttpPrologue;
import io.helidon.http.WritableHeaders;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http1.spi.Http1Upgrader;
import io.helidon.webserver.spi.ServerConnection;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The running web server. Thread-safe. */
public final class HttpServer {
    private static final long FORM = 1024 * 1024; // around an uploaded file; the limit of each request is checked later

    /** Longer than the timeouts of the connection guard, which are more precise. */
    private static final Duration WEB_SERVER_IDLE = Duration.ofDays(1);

    private final WebServer server;
    private final ConnectionGuard frontDoor;
    private final Attachment attachment;
    private final Dispatcher dispatcher;
    private final Subscriptions followers;

    private HttpServer(
            WebServer server,
            ConnectionGuard frontDoor,
            Attachment attachment,
            Dispatcher dispatcher,
            Subscriptions followers) {
        this.server = server;
        this.frontDoor = frontDoor;
        this.attachment = attachment;
        this.dispatcher = dispatcher;
        this.followers = followers;
    }

    /**
     * Starts to answer requests.
     *
     * @throws java.io.UncheckedIOException when it cannot listen there, with a message that says why and what to do;
     *     nothing is left running
     */
    static HttpServer start(
            HttpSettings settings,
            ConnectionSettings limits,
            Dispatcher dispatcher,
            ClientAddress clientAddress,
            RequestIds requestIds,
            Subscriptions followers,
            SocketUpgrader upgrader,
            MeterRegistry meters) {
        ListenAddress address = new ListenAddress(
                settings.listening().host(), settings.listening().port());
        address.check(); // the web server only logs what it throws
        ConnectionGuard frontDoor = new ConnectionGuard(limits, clientAddress::trusts);
        Attachment attachment = new Attachment(dispatcher, upgrader, meters);
        try {
            WebServer server = WebServer.builder()
                    .host(settings.listening().host())
                    .port(settings.listening().port())
                    .shutdownHook(false)
                    .connectionOptions(frontDoor.socketOptions())
                    .addConnectionSelector(frontDoor.selector(attachment))
                    .protocolsDiscoverServices(false)
                    .contentEncoding(encoding -> encoding.contentEncodingsDiscoverServices(false))
                    .directHandlers(DirectResponses.create(
                            requestIds,
                            attachment::meters,
                            new CrossOrigin(settings.readers().origins())))
                    .backlog(limits.backlog())
                    .maxPayloadSize(Math.max(
                            settings.sizes().maxBodyBytes(),
                            Math.max(
                                            settings.sizes().maxUploadBytes(),
                                            settings.sizes().maxFileBytes())
                                    + FORM))
                    .idleConnectionTimeout(WEB_SERVER_IDLE)
                    .shutdownGracePeriod(settings.listening().drain())
                    .routing(routing -> routing.register(attachment))
                    .build()
                    .start();
            if (!server.isRunning() || server.port() <= 0) {
                server.stop();
                throw address.notListening();
            }
            Gauge.builder("hexadmin.http.connections", frontDoor, ConnectionGuard::connections)
                    .description("Open connections")
                    .register(meters);
            return new HttpServer(server, frontDoor, attachment, dispatcher, followers);
        } catch (RuntimeException e) {
            frontDoor.close();
            attachment.release();
            throw e;
        }
    }

    /** The port it listens on. */
    public int port() {
        return server.port();
    }

    /**
     * Accepts no new connections, answers new requests on open connections with a 503, notifies subscribers that the server
     * stops, lets running requests finish within the drain time and closes everything.
     */
    public void stop() {
        dispatcher.drain();
        frontDoor.drain();
        followers.close();
        server.stop();
        frontDoor.close();
        attachment.release();
    }

    /**
     * What the web server calls, until it is stopped. Helidon never ends the timer that looks for idle connections, and the timer keeps
     * the web server: without this, everything behind a stopped server would stay in memory.
     */
    private static final class Attachment implements HttpService, Http1Upgrader {
        private final String protocol;
        private volatile @Nullable Target target;

        private record Target(Dispatcher dispatcher, SocketUpgrader upgrader, MeterRegistry meters) {}

        Attachment(Dispatcher dispatcher, SocketUpgrader upgrader, MeterRegistry meters) {
            this.protocol = upgrader.supportedProtocol();
            this.target = new Target(dispatcher, upgrader, meters);
        }

        private Target target() {
            Target attached = target;
            if (attached == null) {
                throw new IllegalStateException("the server is stopped");
            }
            return attached;
        }

        MeterRegistry meters() {
            return target().meters();
        }

        void release() {
            target = null;
        }

        @Override
        public void routing(HttpRules rules) {
            rules.any((request, response) -> target().dispatcher().handle(request, response));
        }

        @Override
        public String supportedProtocol() {
            return protocol;
        }

        @Override
        public @Nullable ServerConnection upgrade(
                ConnectionContext context, HttpPrologue prologue, WritableHeaders<?> headers) {
            return target().upgrader().upgrade(context, prologue, headers);
        }
    }
}
