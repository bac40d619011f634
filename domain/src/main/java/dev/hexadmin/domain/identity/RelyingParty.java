package dev.hexadmin.domain.identity;

import java.util.Set;

/**
 * The site at which passkeys are valid (Web Authentication Level 3, "relying party").
 *
 * @param id the host name, or a domain above it
 * @param origins the origins whose pages may use the passkeys, such as {@code https://admin.example.com}
 */
public record RelyingParty(String id, Set<String> origins) {
    public RelyingParty {
        origins = Set.copyOf(origins);
    }
}
