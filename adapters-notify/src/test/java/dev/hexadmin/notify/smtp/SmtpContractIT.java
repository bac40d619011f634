package dev.hexadmin.notify.smtp;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.hexadmin.application.spi.EmailProvider;
import dev.hexadmin.testing.providers.EmailProviderContract;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Against a real mail server. */
class SmtpContractIT extends EmailProviderContract {
    private static final String PASSWORD = "correct-horse-battery";

    private final GreenMail server = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    private final List<SmtpEmailProvider> providers = new ArrayList<>();

    @BeforeEach
    void start() {
        server.setUser("app@example.com", "app", PASSWORD);
        server.start();
    }

    @AfterEach
    void stop() {
        providers.forEach(SmtpEmailProvider::close);
        server.stop();
    }

    private SmtpEmailProvider at(int port) {
        SmtpEmailProvider provider = new SmtpEmailProvider();
        provider.configure(Map.of(
                "host",
                "localhost",
                "port",
                "" + port,
                "tls",
                "none",
                "username",
                "app",
                "password",
                PASSWORD,
                "from_address",
                "no-reply@example.com"));
        providers.add(provider);
        return provider;
    }

    @Override
    protected EmailProvider provider() {
        return at(server.getSmtp().getPort());
    }

    @Override
    protected Optional<EmailProvider> withDeadServer() {
        try (ServerSocket free = new ServerSocket(0)) {
            return Optional.of(at(free.getLocalPort()));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected List<String> secrets() {
        return List.of(PASSWORD);
    }

    @Override
    protected boolean knowsRepeats() {
        return true;
    }
}
