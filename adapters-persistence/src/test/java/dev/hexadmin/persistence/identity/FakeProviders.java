package dev.hexadmin.persistence.identity;

import dev.hexadmin.application.identity.IdentityAssembly;
import dev.hexadmin.application.identity.IdentityProvider;
import dev.hexadmin.application.identity.port.OpenIdProviders;
import dev.hexadmin.application.identity.port.ProviderRejectedException;
import dev.hexadmin.application.identity.port.ProviderUnavailableException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Providers in memory: each knows codes and tokens that a test gives to it. */
final class FakeProviders implements OpenIdProviders {
    final Map<String, VerifiedIdentity> codes = new HashMap<>();
    final Map<String, VerifiedIdentity> tokens = new HashMap<>();
    final List<AuthorizationRequest> requests = new ArrayList<>();
    final List<AuthorizationCode> redeemed = new ArrayList<>();
    boolean away;

    static IdentityAssembly.Providers none() {
        return new FakeProviders().with(List.of());
    }

    IdentityAssembly.Providers with(List<IdentityProvider> known) {
        return new IdentityAssembly.Providers(known, this);
    }

    private void requirePresent() {
        if (away) {
            throw new ProviderUnavailableException("it is unavailable");
        }
    }

    @Override
    public URI authorization(String provider, AuthorizationRequest request) {
        requirePresent();
        requests.add(request);
        return URI.create("https://" + provider + ".example/authorize?state=" + request.state());
    }

    @Override
    public VerifiedIdentity redeem(String provider, AuthorizationCode code) {
        requirePresent();
        redeemed.add(code);
        return Optional.ofNullable(codes.remove(code.code()))
                .orElseThrow(() -> new ProviderRejectedException("code_rejected"));
    }

    @Override
    public VerifiedIdentity verify(String provider, String idToken, Optional<String> nonce) {
        requirePresent();
        return Optional.ofNullable(tokens.get(idToken))
                .orElseThrow(() -> new ProviderRejectedException("invalid_token"));
    }

    @Override
    public Optional<URI> signOut(String provider, SignOutRequest request) {
        requirePresent();
        return Optional.of(URI.create("https://" + provider + ".example/out?hint="
                + request.idToken().orElse("none") + "&to=" + request.returnTo()));
    }
}
