package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.application.identity.IdentityProvider;
import dev.hexadmin.application.identity.IdentityProvider.AccountRules;
import dev.hexadmin.application.identity.IdentityProvider.Provision;
import dev.hexadmin.bootstrap.configuration.YamlSource.Section;
import dev.hexadmin.domain.text.Label;
import dev.hexadmin.http.settings.OpenIdClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.Node;

/** Reads {@code oidc} of a configuration file, with the clients' secrets from the environment. */
final class IdentityProvidersReader {
    /** The options of a provider, in the documented order. */
    static final List<ConfigOption<?>> OPTIONS;

    private static final ConfigOption<String> ISSUER = ConfigOption.text("issuer");
    private static final ConfigOption<String> CLIENT_ID = ConfigOption.text("client_id");
    private static final ConfigOption<String> CLIENT_SECRET = new ConfigOption<>("client_secret", ConfigType.secret());
    private static final ConfigOption<Void> LABEL = ConfigOption.label("label");
    private static final ConfigOption<List<String>> SCOPES = ConfigOption.texts("scopes");
    private static final ConfigOption<String> GROUPS_CLAIM = ConfigOption.text("groups_claim");
    private static final ConfigOption<Void> ROLES =
            ConfigOption.structure("roles", JsonSchema.named(JsonSchema.text()));
    private static final ConfigOption<Provision> PROVISION =
            new ConfigOption<>("provision", ConfigType.word(Provision.class));
    private static final ConfigOption<Boolean> TRUST_EMAIL = ConfigOption.flag("trust_email");
    private static final ConfigOption<Integer> CLOCK_SKEW =
            ConfigOption.number("clock_skew_seconds", 0, IdentityProviderSettings.MAX_CLOCK_SKEW);
    private static final ConfigOption<Boolean> ALLOW_HTTP = ConfigOption.flag("allow_http");

    static {
        OPTIONS = List.of(
                ISSUER,
                CLIENT_ID,
                CLIENT_SECRET,
                LABEL,
                SCOPES,
                GROUPS_CLAIM,
                ROLES,
                PROVISION,
                TRUST_EMAIL,
                CLOCK_SKEW,
                ALLOW_HTTP);
    }

    private final YamlSource source;
    private final Map<String, String> environment;

    IdentityProvidersReader(YamlSource source, Map<String, String> environment) {
        this.source = source;
        this.environment = environment;
    }

    static Map<String, Object> schema() {
        return JsonSchema.named(ConfigOption.schema(OPTIONS, List.of("issuer", "client_id")));
    }

    /** The environment variable with the secret of a provider's client. */
    static String variable(String provider) {
        return SettingDefinition.variable("oidc." + provider + ".client_secret");
    }

    List<IdentityProviderSettings> read(Node node, String path) {
        List<IdentityProviderSettings> providers = new ArrayList<>();
        source.members(node, path)
                .forEach((name, value) ->
                        provider(name, value, YamlSource.join(path, name)).ifPresent(providers::add));
        return providers;
    }

    private Optional<IdentityProviderSettings> provider(String name, Node node, String path) {
        Section section = source.section(node, path, ConfigOption.names(OPTIONS));
        if (!IdentityProvider.isName(name)) {
            source.problem(node, path, IdentityProviderSettings.NAME_RULE);
            return Optional.empty();
        }
        Optional<String> issuer = required(section, ISSUER);
        Optional<String> clientId = required(section, CLIENT_ID);
        List<String> scopes = section.get(SCOPES).orElse(IdentityProviderSettings.DEFAULT_SCOPES);
        if (!scopes.contains(IdentityProviderSettings.OPENID)) {
            section.problem(SCOPES.name(), IdentityProviderSettings.SCOPES_RULE);
        }
        AccountRules rules = new AccountRules(
                section.get(PROVISION).orElse(Provision.INVITED),
                section.get(TRUST_EMAIL).orElse(false),
                roles(section));
        Label label = section.label(LABEL).orElseGet(() -> IdentityProviderSettings.label(name));
        Optional<OpenIdClient> client = issuer.isEmpty() || clientId.isEmpty()
                ? Optional.empty()
                : client(name, issuer.get(), clientId.get(), scopes, section);
        return client.map(made -> new IdentityProviderSettings(
                new IdentityProvider(name, label, made.issuer(), made.clientId(), scopes, rules), made));
    }

    private Optional<OpenIdClient> client(
            String name, String issuer, String clientId, List<String> scopes, Section section) {
        @Nullable String secret = environment.get(variable(name));
        try {
            return Optional.of(new OpenIdClient(
                    name,
                    issuer,
                    clientId,
                    secret == null || secret.isEmpty() ? section.get(CLIENT_SECRET) : Optional.of(secret),
                    scopes,
                    section.get(GROUPS_CLAIM).orElse(IdentityProviderSettings.DEFAULT_GROUPS_CLAIM),
                    section.get(CLOCK_SKEW)
                            .map(Duration::ofSeconds)
                            .orElse(IdentityProviderSettings.DEFAULT_CLOCK_SKEW),
                    section.get(ALLOW_HTTP).orElse(false)));
        } catch (IllegalArgumentException e) {
            section.problem(ISSUER.name(), String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private Map<String, String> roles(Section section) {
        Map<String, String> roles = new LinkedHashMap<>();
        section.node(ROLES.name())
                .ifPresent(node -> source.members(node, section.path(ROLES.name()))
                        .forEach((group, role) -> source.scalar(
                                        role, YamlSource.join(section.path(ROLES.name()), group))
                                .ifPresent(text -> roles.put(group, text))));
        return roles;
    }

    private static Optional<String> required(Section section, ConfigOption<String> option) {
        Optional<String> value = section.get(option).filter(text -> !text.isBlank());
        if (value.isEmpty()) {
            section.problem(option.name(), IdentityProviderSettings.NEEDED);
        }
        return value;
    }
}
