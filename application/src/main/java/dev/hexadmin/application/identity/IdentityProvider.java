package dev.hexadmin.application.identity;

import dev.hexadmin.domain.text.Label;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A provider of OpenID Connect at which users sign in.
 *
 * @param name the name in paths: {@code [a-z][a-z0-9_]*}, at most 50 characters
 * @param label the name for people
 * @param issuer the provider's identifier, a URL
 * @param clientId identifies Hexadmin at the provider
 * @param scopes requested at the provider; contains {@code openid}
 * @param accounts which accounts its users get
 */
public record IdentityProvider(
        String name, Label label, String issuer, String clientId, List<String> scopes, AccountRules accounts) {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,49}");

    public IdentityProvider {
        if (!isName(name)) {
            throw new IllegalArgumentException("'" + name + "' is not a valid name of a provider");
        }
        scopes = List.copyOf(scopes);
    }

    /** Whether a text can be the name of a provider. */
    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /**
     * How the users of a provider become users here.
     *
     * @param provision whether unknown users get an account
     * @param trustEmail whether an address counts as verified although the provider does not say so
     * @param roles names of roles by group of the provider; these roles are given and taken away at each sign-in
     */
    public record AccountRules(Provision provision, boolean trustEmail, Map<String, String> roles) {
        public AccountRules {
            roles = Map.copyOf(roles);
        }
    }

    /** Who can sign in. */
    public enum Provision {
        /** Users whose address belongs to an existing account. */
        INVITED,
        /** Every user of the provider; unknown users get an account. */
        EVERYONE
    }
}
