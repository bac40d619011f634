package dev.hexadmin.persistence.identity;

import dev.hexadmin.application.identity.IdentitySettings;
import dev.hexadmin.application.identity.port.AccountMail;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Keeps the mails about accounts instead of sending them. */
final class CapturedMail implements AccountMail {
    static final IdentitySettings.Mailing SETTINGS = new IdentitySettings.Mailing(
            Optional.of(new IdentitySettings.LinkAddresses(
                    "https://panel.example/invitation?token=",
                    "https://panel.example/reset?token=",
                    "https://panel.example/email?token=")),
            Duration.ofDays(7),
            Duration.ofMinutes(30),
            true);

    final List<Letter> letters = Collections.synchronizedList(new ArrayList<>());
    volatile boolean available = true;

    @Override
    public boolean available() {
        return available;
    }

    @Override
    public void send(Letter letter) {
        letters.add(letter);
    }

    /** The token in the link of the last mail. */
    String token() {
        String address = letters.getLast().wording().link().orElseThrow().address();
        return address.substring(address.indexOf("token=") + 6);
    }

    List<String> subjects() {
        return letters.stream()
                .map(letter -> letter.wording().subject().english())
                .toList();
    }
}
