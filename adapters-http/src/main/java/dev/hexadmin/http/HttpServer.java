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
import io.helidon.webserver.WebServer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;

/** The running web server. Thread-safe. */
public final class HttpServer {
    private static final long FORM = 1024 * 1024; // around an uploaded file; the limit of each request is checked later

    /** Longer than the timeouts of the connection guard, which are more precise. */
    private static final Duration WEB_SERVER_IDLE = Duration.ofDays(1);

    private final WebServer server;
    private final ConnectionGuard frontDoor;
    private final Dispatcher dispatcher;
    private final Subscriptions followers;

    private HttpServer(WebServer server, ConnectionGuard frontDoor, Dispatcher dispatcher, Subscriptions followers) {
        this.server = server;
        this.frontDoor = frontDoor;
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
        try {
            WebServer server = WebServer.builder()
                    .host(settings.listening().host())
                    .port(settings.listening().port())
                    .shutdownHook(false)
                    .connectionOptions(frontDoor.socketOptions())
                    .addConnectionSelector(frontDoor.selector(upgrader))
                    .protocolsDiscoverServices(false)
                    .contentEncoding(encoding -> encoding.contentEncodingsDiscoverServices(false))
                    .directHandlers(DirectResponses.create(
                            requestIds,
                            meters,
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
                    .routing(routing -> routing.register(dispatcher))
                    .build()
                    .start();
            if (!server.isRunning() || server.port() <= 0) {
                server.stop();
                throw address.notListening();
            }
            Gauge.builder("hexadmin.http.connections", frontDoor, ConnectionGuard::connections)
                    .description("Open connections")
                    .register(meters);
            return new HttpServer(server, frontDoor, dispatcher, followers);
        } catch (RuntimeException e) {
            frontDoor.close();
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
    }
}
