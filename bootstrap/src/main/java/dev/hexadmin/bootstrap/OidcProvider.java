package dev.hexadmin.bootstrap;

import dev.hexadmin.bootstrap.configuration.IdentityProviderSettings;
import dev.hexadmin.domain.text.Label;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A provider of OpenID Connect at which users sign in, as in {@code oidc} of the configuration file. Immutable.
 *
 * <pre>{@code
 * OidcProvider.builder("keycloak", "https://id.example.com/realms/acme", "hexadmin")
 *         .clientSecret(secret)
 *         .role("admin-staff", "Editor")
 *         .provision(OidcProvider.Provision.EVERYONE)
 *         .build()
 * }</pre>
 */
public final class OidcProvider {
    private final String name;
    private final String issuer;
    private final String clientId;
    private final Optional<String> clientSecret;
    private final Label label;
    private final List<String> scopes;
    private final String groupsClaim;
    private final Map<String, String> roles;
    private final Provision provision;
    private final boolean trustEmail;
    private final Duration clockSkew;
    private final boolean allowHttp;

    /** Who can sign in. */
    public enum Provision {
        /** Users whose address belongs to an existing account. */
        INVITED,
        /** Every user of the provider; unknown users get an account. */
        EVERYONE
    }

    private OidcProvider(Builder builder) {
        this.name = builder.name;
        this.issuer = builder.issuer;
        this.clientId = builder.clientId;
        this.clientSecret = builder.clientSecret;
        this.label = builder.label.orElseGet(() -> IdentityProviderSettings.label(builder.name));
        this.scopes = builder.scopes;
        this.groupsClaim = builder.groupsClaim;
        this.roles = Map.copyOf(builder.roles);
        this.provision = builder.provision;
        this.trustEmail = builder.trustEmail;
        this.clockSkew = builder.clockSkew;
        this.allowHttp = builder.allowHttp;
    }

    /**
     * A builder.
     *
     * @param name in paths such as {@code /admin/oidc/{name}/callback}: {@code [a-z][a-z0-9_]*}, at most 50 characters
     * @param issuer the provider's identifier, a URL, exactly as in its metadata
     * @param clientId identifies Hexadmin at the provider
     */
    public static Builder builder(String name, String issuer, String clientId) {
        return new Builder(name, issuer, clientId);
    }

    /** The name in paths. */
    public String name() {
        return name;
    }

    /** The provider's identifier, a URL. */
    public String issuer() {
        return issuer;
    }

    /** Identifies Hexadmin at the provider. */
    public String clientId() {
        return clientId;
    }

    /** The secret of the client, if it was given in Java. */
    public Optional<String> clientSecret() {
        return clientSecret;
    }

    /** The name on the sign-in page. */
    public Label label() {
        return label;
    }

    /** The requested scopes. */
    public List<String> scopes() {
        return scopes;
    }

    /** The claim of the ID token that has the groups. */
    public String groupsClaim() {
        return groupsClaim;
    }

    /** Names of roles by group of the provider. */
    public Map<String, String> roles() {
        return roles;
    }

    /** Who can sign in. */
    public Provision provision() {
        return provision;
    }

    /** Whether an address counts as verified although the provider does not say so. */
    public boolean trustEmail() {
        return trustEmail;
    }

    /** By how much the clocks of the provider and of this server may differ. */
    public Duration clockSkew() {
        return clockSkew;
    }

    /** Whether addresses without TLS are allowed on other hosts than this one. */
    public boolean allowHttp() {
        return allowHttp;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof OidcProvider that
                && IdentityProviderSettings.of(this, Optional.empty())
                        .equals(IdentityProviderSettings.of(that, Optional.empty()));
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return "OidcProvider[" + name + ", " + issuer + "]";
    }

    /** Collects one provider. Not thread-safe. */
    public static final class Builder {
        private final String name;
        private final String issuer;
        private final String clientId;
        private final Map<String, String> roles = new LinkedHashMap<>();
        private Optional<String> clientSecret = Optional.empty();
        private Optional<Label> label = Optional.empty();
        private List<String> scopes = IdentityProviderSettings.DEFAULT_SCOPES;
        private String groupsClaim = IdentityProviderSettings.DEFAULT_GROUPS_CLAIM;
        private Provision provision = Provision.INVITED;
        private boolean trustEmail;
        private Duration clockSkew = IdentityProviderSettings.DEFAULT_CLOCK_SKEW;
        private boolean allowHttp;

        private Builder(String name, String issuer, String clientId) {
            this.name = Objects.requireNonNull(name, "name");
            this.issuer = Objects.requireNonNull(issuer, "issuer");
            this.clientId = Objects.requireNonNull(clientId, "clientId");
        }

        /**
         * The secret of the client. Default: the environment variable {@code HEXADMIN_OIDC_NAME_CLIENT_SECRET} of {@link
         * Hexadmin.Builder#environment}, with the name in upper case; without it, the client is a public one.
         */
        public Builder clientSecret(String secret) {
            this.clientSecret = Optional.of(Objects.requireNonNull(secret, "secret"));
            return this;
        }

        /** The name on the sign-in page. Default: made from the name. */
        public Builder label(String label) {
            return label(Label.of(Objects.requireNonNull(label, "label")));
        }

        /** The name on the sign-in page, in several languages. */
        public Builder label(Label label) {
            this.label = Optional.of(label);
            return this;
        }

        /** The requested scopes, with {@code openid}. Default: {@code openid}, {@code email}, {@code profile}. */
        public Builder scopes(String... scopes) {
            this.scopes = List.of(scopes);
            return this;
        }

        /**
         * The claim of the ID token that has the groups: a list of texts, or one text. Dots lead into objects. Default:
         * {@code groups}.
         */
        public Builder groupsClaim(String claim) {
            this.groupsClaim = Objects.requireNonNull(claim, "claim");
            return this;
        }

        /**
         * Gives users of a group a role at each sign-in, and takes it away from the others.
         *
         * @param group of the provider
         * @param role the name of a role in Hexadmin
         */
        public Builder role(String group, String role) {
            roles.put(Objects.requireNonNull(group, "group"), Objects.requireNonNull(role, "role"));
            return this;
        }

        /** Who can sign in. Default: {@link Provision#INVITED}. */
        public Builder provision(Provision provision) {
            this.provision = Objects.requireNonNull(provision, "provision");
            return this;
        }

        /**
         * An address counts as verified although the provider does not say so: only for a provider at which administrators set
         * the addresses.
         */
        public Builder trustEmail() {
            this.trustEmail = true;
            return this;
        }

        /**
         * By how much the clocks of the provider and of this server may differ. Default: 60 seconds.
         *
         * @param skew 0 to 600 seconds, in whole seconds
         */
        public Builder clockSkew(Duration skew) {
            this.clockSkew = Objects.requireNonNull(skew, "skew");
            return this;
        }

        /** Allows addresses without TLS on other hosts than this one, for a test network. */
        public Builder allowHttp() {
            this.allowHttp = true;
            return this;
        }

        /**
         * The provider, with everything checked that can be checked without a request to it.
         *
         * @throws IllegalArgumentException naming the provider, the option and the rule
         */
        public OidcProvider build() {
            OidcProvider provider = new OidcProvider(this);
            IdentityProviderSettings.check(provider);
            return provider;
        }
    }
}
