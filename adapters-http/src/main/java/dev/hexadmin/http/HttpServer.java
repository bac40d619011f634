package dev.hexadmin.http;

import dev.hexadmin.http.routing.Dispatcher;
import io.helidon.webserver.WebServer;

/** The running web server. */
public final class HttpServer {
    private final WebServer server;
    private final Dispatcher dispatcher;

    private HttpServer(WebServer server, Dispatcher dispatcher) {
        this.server = server;
        this.dispatcher = dispatcher;
    }

    /** Starts to answer requests. */
    static HttpServer start(HttpSettings settings, Dispatcher dispatcher) {
        WebServer server = WebServer.builder()
                .host(settings.host())
                .port(settings.port())
                .shutdownHook(false)
                .connectionOptions(options -> options.tcpNoDelay(true))
                .maxPayloadSize(settings.maxBodyBytes())
                .shutdownGracePeriod(settings.drain())
                .routing(routing -> routing.register(dispatcher))
                .build()
                .start();
        return new HttpServer(server, dispatcher);
    }

    /** The port it listens on. */
    public int port() {
        return server.port();
    }

    /** Refuses new requests, lets running ones finish and closes all connections. */
    public void stop() {
        dispatcher.drain();
        server.stop();
    }
}
