package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.application.identity.IdentityProvider;
import dev.hexadmin.application.identity.IdentityProvider.AccountRules;
import dev.hexadmin.application.identity.IdentityProvider.Provision;
import dev.hexadmin.bootstrap.OidcProvider;
import dev.hexadmin.domain.text.Label;
import dev.hexadmin.http.settings.OpenIdClient;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A provider of OpenID Connect.
 *
 * @param provider what sign-in and accounts need
 * @param client what the calls of the provider need
 */
public record IdentityProviderSettings(IdentityProvider provider, OpenIdClient client) {
    /** The scopes of a provider for which none are given. */
    public static final List<String> DEFAULT_SCOPES = List.of("openid", "email", "profile");

    /** The claim with the groups of a provider for which none is given. */
    public static final String DEFAULT_GROUPS_CLAIM = "groups";

    /** The clock skew of a provider for which none is given. */
    public static final Duration DEFAULT_CLOCK_SKEW = Duration.ofSeconds(60);

    static final int MAX_CLOCK_SKEW = 600; // seconds
    static final String OPENID = "openid";
    static final String NAME_RULE = "the name of a provider has the form [a-z][a-z0-9_]* and at most 50 characters";
    static final String NEEDED = "a provider needs this";
    static final String SCOPES_RULE = "'openid' must be among the scopes";

    /** The label of a provider for which none is given. */
    public static Label label(String name) {
        return Label.of(
                name.isEmpty()
                        ? name
                        : name.substring(0, 1).toUpperCase(Locale.ROOT)
                                + name.substring(1).replace('_', ' '));
    }

    /**
     * Checks a provider that a program gives.
     *
     * @throws IllegalArgumentException when a rule is broken; the message names provider, option and rule
     */
    public static void check(OidcProvider given) {
        require(IdentityProvider.isName(given.name()), given, NAME_RULE);
        require(!given.issuer().isBlank(), given, "issuer: " + NEEDED);
        require(!given.clientId().isBlank(), given, "clientId: " + NEEDED);
        require(given.scopes().contains(OPENID), given, "scopes: " + SCOPES_RULE);
        Duration skew = given.clockSkew();
        require(
                skew.equals(skew.truncatedTo(ChronoUnit.SECONDS))
                        && !skew.isNegative()
                        && skew.toSeconds() <= MAX_CLOCK_SKEW,
                given,
                "clockSkew: 0 to " + MAX_CLOCK_SKEW + " whole seconds are expected, not " + skew);
        try {
            client(given, Optional.empty());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(subject(given) + "issuer: " + e.getMessage(), e);
        }
    }

    private static void require(boolean holds, OidcProvider given, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(subject(given) + rule);
        }
    }

    private static String subject(OidcProvider given) {
        return "identity provider '" + given.name() + "': ";
    }

    /**
     * The settings of a provider that a program gives.
     *
     * @param secret of the client, when the program gives none
     */
    public static IdentityProviderSettings of(OidcProvider given, Optional<String> secret) {
        return new IdentityProviderSettings(
                new IdentityProvider(
                        given.name(),
                        given.label(),
                        given.issuer(),
                        given.clientId(),
                        given.scopes(),
                        new AccountRules(
                                switch (given.provision()) {
                                    case INVITED -> Provision.INVITED;
                                    case EVERYONE -> Provision.EVERYONE;
                                },
                                given.trustEmail(),
                                given.roles())),
                client(given, given.clientSecret().or(() -> secret)));
    }

    private static OpenIdClient client(OidcProvider given, Optional<String> secret) {
        return new OpenIdClient(
                given.name(),
                given.issuer(),
                given.clientId(),
                secret,
                given.scopes(),
                given.groupsClaim(),
                given.clockSkew(),
                given.allowHttp());
    }
}
