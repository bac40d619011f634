package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.application.ratelimit.RateLimitRule;
import dev.hexadmin.domain.ratelimit.Limit;
import dev.hexadmin.http.settings.HttpSettings;
import java.util.List;
import java.util.Map;

/**
 * Rate limits.
 *
 * @param limits built-in limits; an absent one is switched off
 * @param more custom limits, which count every request
 */
public record RateLimitSettings(Map<RateLimitRule, Limit> limits, List<HttpSettings.CallLimit> more) {
    public RateLimitSettings {
        limits = Map.copyOf(limits);
        more = List.copyOf(more);
    }
}
