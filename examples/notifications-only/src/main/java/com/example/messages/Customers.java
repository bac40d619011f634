package com.example.messages;

import dev.hexadmin.application.spi.ExternalUser;
import dev.hexadmin.application.spi.IdentitySource;
import java.util.Map;
import java.util.Optional;

/** The shop's customers and the tokens of its app: maps here, a table and an identity provider elsewhere. */
final class Customers implements IdentitySource {
    private static final Map<String, ExternalUser> BY_NUMBER = Map.of(
            "17", ExternalUser.of("17", "ada@example.com").named("Ada"),
            "18", ExternalUser.of("18", "bob@example.com").named("Bob"));
    private static final Map<String, String> NUMBER_BY_TOKEN = Map.of("token-of-ada", "17", "token-of-bob", "18");

    @Override
    public String name() {
        return "shop";
    }

    @Override
    public Optional<ExternalUser> signIn(String login, String password) {
        return Optional.empty(); // customers sign in at the shop, and send its tokens
    }

    @Override
    public Optional<ExternalUser> find(String number) {
        return Optional.ofNullable(BY_NUMBER.get(number));
    }

    @Override
    public Optional<ExternalUser> bearer(String token) {
        return Optional.ofNullable(NUMBER_BY_TOKEN.get(token)).flatMap(this::find);
    }
}
