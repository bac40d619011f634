package dev.hexadmin.http;

import dev.hexadmin.http.frontdoor.DirectAnswers;
import dev.hexadmin.http.frontdoor.FrontDoor;
import dev.hexadmin.http.frontdoor.FrontDoorSettings;
import dev.hexadmin.http.realtime.Followers;
import dev.hexadmin.http.realtime.SocketUpgrader;
import dev.hexadmin.http.routing.Dispatcher;
import dev.hexadmin.http.routing.RequestIds;
import dev.hexadmin.http.security.address.ClientAddress;
import io.helidon.webserver.WebServer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;

/** The running web server. Thread-safe. */
public final class HttpServer {
    private static final long FORM =
            1024 * 1024; // around an uploaded file; each request's own limit is looked at later

    /** Longer than the front door's own, which look closer. */
    private static final Duration WEB_SERVER_IDLE = Duration.ofDays(1);

    private final WebServer server;
    private final FrontDoor frontDoor;
    private final Dispatcher dispatcher;
    private final Followers followers;

    private HttpServer(WebServer server, FrontDoor frontDoor, Dispatcher dispatcher, Followers followers) {
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
            FrontDoorSettings limits,
            Dispatcher dispatcher,
            ClientAddress clientAddress,
            RequestIds requestIds,
            Followers followers,
            SocketUpgrader upgrader,
            MeterRegistry meters) {
        ListenAddress address = new ListenAddress(settings.host(), settings.port());
        address.check(); // the web server only logs what it throws
        FrontDoor frontDoor = new FrontDoor(limits, clientAddress::trusts);
        try {
            WebServer server = WebServer.builder()
                    .host(settings.host())
                    .port(settings.port())
                    .shutdownHook(false)
                    .connectionOptions(frontDoor.socketOptions())
                    .addConnectionSelector(frontDoor.selector(upgrader))
                    .protocolsDiscoverServices(false)
                    .contentEncoding(encoding -> encoding.contentEncodingsDiscoverServices(false))
                    .directHandlers(DirectAnswers.create(requestIds, meters))
                    .backlog(limits.backlog())
                    .maxPayloadSize(Math.max(settings.maxBodyBytes(), settings.maxUploadBytes() + FORM))
                    .idleConnectionTimeout(WEB_SERVER_IDLE)
                    .shutdownGracePeriod(settings.drain())
                    .routing(routing -> routing.register(dispatcher))
                    .build()
                    .start();
            if (!server.isRunning() || server.port() <= 0) {
                server.stop();
                throw address.notListening();
            }
            Gauge.builder("http.server.connections", frontDoor, FrontDoor::connections)
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
     * Takes no new connections, answers new requests on kept ones with a 503, tells followers that the server goes, lets
     * running requests finish within the drain time and closes everything.
     */
    public void stop() {
        dispatcher.drain();
        frontDoor.drain();
        followers.close();
        server.stop();
        frontDoor.close();
    }
}
