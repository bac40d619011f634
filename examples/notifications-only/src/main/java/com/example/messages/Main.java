package com.example.messages;

import dev.hexadmin.application.notifications.SendingNotifications.Message;
import dev.hexadmin.application.notifications.SendingNotifications.Recipient;
import dev.hexadmin.bootstrap.Hexadmin;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;

/**
 * Two servers: one for everybody, with the program's own routes and {@code /messages}, and Hexadmin's own, for accounts and
 * tokens, which only this machine reaches.
 */
final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        Hexadmin hexadmin = Hexadmin.builder()
                .environment(System.getenv())
                .setting("server.host", "127.0.0.1")
                .setting("notifications_prefix", "/messages")
                .build();
        hexadmin.start();
        HttpRouting.Builder routing = HttpRouting.builder().post("/orders", (request, response) -> {
            hexadmin.notifications().notify(Recipient.of("1"), Message.of("Thank you", "Your order is on the way."));
            response.status(202).send();
        });
        Hexadmin.configureNotifications(routing, hexadmin.notifications(), "/messages");
        WebServer server = WebServer.builder()
                .host("127.0.0.1")
                .port(Integer.parseInt(System.getenv().getOrDefault("PORT", "8090")))
                .connectionOptions(socket -> socket.tcpNoDelay(true)) // else an answer may wait 40 ms
                .shutdownHook(false)
                .protocolsDiscoverServices(false)
                .addConnectionSelector(Http1ConnectionSelector.builder()
                        .config(Http1Config.create())
                        .addUpgrader(hexadmin.upgrader())
                        .build())
                .routing(routing)
                .build()
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            hexadmin.stop(); // first: whoever listens is told
            server.stop();
        }));
        System.out.println("Accounts on " + hexadmin.url());
        System.out.println("Listening on http://127.0.0.1:" + server.port());
    }
}
