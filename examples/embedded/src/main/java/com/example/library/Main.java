package com.example.library;

import dev.hexadmin.bootstrap.Hexadmin;
import dev.hexadmin.domain.models.FieldType;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import java.util.List;

/** A program with its own web server: one route of the program, and the routes of Hexadmin. */
final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        Hexadmin hexadmin = Hexadmin.builder()
                .environment(System.getenv())
                .register(Shelf.class)
                .register(Book.class)
                .register(Loan.class)
                .hooks("loans", new LoanRules())
                .action("loans", Returns.ACTION)
                .computed(
                        "loans",
                        "days_late",
                        FieldType.INTEGER,
                        List.of("due_on", "returned_on"),
                        Returns::daysLate,
                        f -> f.help("Counted when the book is back."))
                .build();
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
                .routing(routing -> routing.get(
                                "/opening-hours", (request, response) -> response.send("Monday to Friday, 10 to 18\n"))
                        .register(hexadmin.routing()))
                .build()
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            hexadmin.stop(); // first, so that clients with a live connection are notified
            server.stop();
        }));
        System.out.println("Listening on http://127.0.0.1:" + server.port());
    }
}
