package dev.hexadmin.http.api.identity;

import dev.hexadmin.http.server.json.ResponseBody;
import java.util.List;

/** The providers of OpenID Connect at which users sign in. */
public record IdentityProvidersResponse(List<IdentityProviderResponse> items) implements ResponseBody {}
