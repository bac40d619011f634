package dev.hexadmin.notify.console;

import dev.hexadmin.application.spi.SmsProvider;
import dev.hexadmin.testing.providers.SmsProviderContract;
import java.util.List;
import java.util.Optional;

class ConsoleSmsContractTest extends SmsProviderContract {
    @Override
    protected SmsProvider provider() {
        return new ConsoleSmsProvider();
    }

    @Override
    protected Optional<SmsProvider> withDeadGateway() {
        return Optional.empty();
    }

    @Override
    protected List<String> secrets() {
        return List.of();
    }
}
