package dev.hexadmin.notify.twilio;

import dev.hexadmin.application.spi.SmsProvider;
import dev.hexadmin.testing.messages.Gateway;
import dev.hexadmin.testing.providers.SmsProviderContract;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

class TwilioContractIT extends SmsProviderContract {
    private Gateway gateway;
    private final List<TwilioSmsProvider> providers = new ArrayList<>();

    @BeforeEach
    void start() throws IOException {
        gateway = new Gateway();
    }

    @AfterEach
    void stop() {
        providers.forEach(TwilioSmsProvider::close);
        gateway.close();
    }

    private SmsProvider with(Map<String, String> settings) {
        TwilioSmsProvider provider = new TwilioSmsProvider();
        provider.configure(settings);
        providers.add(provider);
        return provider;
    }

    @Override
    protected SmsProvider provider() {
        return with(gateway.settings());
    }

    @Override
    protected Optional<SmsProvider> withDeadGateway() {
        Map<String, String> settings = new HashMap<>(gateway.settings());
        gateway.close();
        return Optional.of(with(settings));
    }

    @Override
    protected List<String> secrets() {
        return List.of(Gateway.TOKEN);
    }

    @Override
    protected boolean knowsRepeats() {
        return true;
    }
}
