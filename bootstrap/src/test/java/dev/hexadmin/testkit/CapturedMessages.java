package dev.hexadmin.testkit;

import dev.hexadmin.application.spi.EmailMessage;
import dev.hexadmin.application.spi.EmailProvider;
import dev.hexadmin.application.spi.EmailResult;
import dev.hexadmin.application.spi.SmsMessage;
import dev.hexadmin.application.spi.SmsProvider;
import dev.hexadmin.application.spi.SmsResult;
import dev.hexadmin.application.spi.SmsStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Takes the messages of both channels instead of a gateway and a mail server. Thread-safe. */
final class CapturedMessages {
    static final String PROVIDER = "testkit";

    private final List<SentMessage> sent = new ArrayList<>();

    SmsProvider sms() {
        return new SmsProvider() {
            @Override
            public String name() {
                return PROVIDER;
            }

            @Override
            public SmsResult send(SmsMessage message) {
                int number = add(new SentMessage("sms", message.to(), "", message.text()));
                return new SmsResult(Integer.toString(number), SmsStatus.DELIVERED, message.to());
            }
        };
    }

    EmailProvider email() {
        return new EmailProvider() {
            @Override
            public String name() {
                return PROVIDER;
            }

            @Override
            public EmailResult send(EmailMessage message) {
                return new EmailResult(Integer.toString(
                        add(new SentMessage("email", message.to(), message.subject(), message.text()))));
            }
        };
    }

    private synchronized int add(SentMessage message) {
        sent.add(message);
        notifyAll();
        return sent.size();
    }

    synchronized List<SentMessage> all() {
        return List.copyOf(sent);
    }

    synchronized List<SentMessage> await(int least, Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        while (sent.size() < least) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                throw new AssertionError("expected " + least + " messages, but these were sent: " + sent);
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while waiting for messages", e);
            }
        }
        return List.copyOf(sent);
    }

    synchronized void clear() {
        sent.clear();
    }
}
