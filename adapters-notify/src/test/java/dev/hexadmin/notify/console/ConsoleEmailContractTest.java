package dev.hexadmin.notify.console;

import dev.hexadmin.application.spi.EmailProvider;
import dev.hexadmin.testing.providers.EmailProviderContract;
import java.util.List;
import java.util.Optional;

class ConsoleEmailContractTest extends EmailProviderContract {
    @Override
    protected EmailProvider provider() {
        return new ConsoleEmailProvider();
    }

    @Override
    protected Optional<EmailProvider> withDeadServer() {
        return Optional.empty();
    }

    @Override
    protected List<String> secrets() {
        return List.of();
    }
}
