package dev.hexadmin.bootstrap.configuration;

import dev.hexadmin.application.ratelimit.RateLimitRule;
import dev.hexadmin.domain.ratelimit.Limit;
import dev.hexadmin.http.settings.HttpSettings;
import java.util.List;
import java.util.Map;

/**
 * How often what may be tried.
 *
 * @param limits what is not in it is not limited
 * @param more limits of the operator's own, which count every call
 */
public record RateLimitSettings(Map<RateLimitRule, Limit> limits, List<HttpSettings.CallLimit> more) {
    public RateLimitSettings {
        limits = Map.copyOf(limits);
        more = List.copyOf(more);
    }
}
