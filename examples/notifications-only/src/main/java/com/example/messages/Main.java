package com.example.messages;

import dev.hexadmin.application.spi.ExternalUser;
import dev.hexadmin.bootstrap.Hexadmin;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.notifications.Message;
import dev.hexadmin.domain.notifications.Recipient;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import java.util.Optional;

/**
 * A shop with its own customers: they are notified of their orders, and read the notifications with the shop's tokens.
 */
final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        Customers customers = new Customers();
        Hexadmin hexadmin = Hexadmin.builder()
                .environment(System.getenv())
                .setting("notifications_prefix", "/messages")
                .identitySource(customers)
                .build();
        HttpRouting.Builder routing = HttpRouting.builder().post("/orders/{customer}", (request, response) -> {
            Optional<ExternalUser> customer =
                    customers.find(request.path().pathParameters().get("customer"));
            if (customer.isEmpty()) {
                response.status(404).send();
                return;
            }
            UserId account = hexadmin.provisionUser(customer.get());
            hexadmin.notifications()
                    .notify(Recipient.of(account), Message.of("Thank you", "Your order is on the way."));
            response.status(202).send();
        });
        Hexadmin.configureNotifications(routing, hexadmin.notifications(), "/messages");
        WebServer server = WebServer.builder()
                .host("127.0.0.1")
                .port(Integer.parseInt(System.getenv().getOrDefault("PORT", "8080")))
                .connectionOptions(socket -> socket.tcpNoDelay(true)) // otherwise a response may be delayed by 40 ms
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
            hexadmin.stop(); // first, so that clients with a live connection are notified
            server.stop();
        }));
        System.out.println("Listening on http://127.0.0.1:" + server.port());
    }
}
