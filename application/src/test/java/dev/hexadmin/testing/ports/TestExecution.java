package dev.hexadmin.testing.ports;

import dev.hexadmin.application.notifications.NotificationsAssembly;
import dev.hexadmin.application.notifications.port.DeliveryObserver;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.concurrent.Executor;

/** Runs deliveries in tests: with English texts and a fixed key. */
public final class TestExecution {
    private TestExecution() {}

    public static NotificationsAssembly.Execution of(Executor executor, InstantSource clock) {
        return new NotificationsAssembly.Execution(
                executor, clock, new SecureRandom(), DeliveryObserver.none(), new byte[32], EnglishTexts.texts());
    }
}
