package dev.hexadmin.bootstrap.registration;

import dev.hexadmin.application.ratelimit.RateLimitRule;
import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.bootstrap.RateLimit;
import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.domain.ratelimit.Limit;
import dev.hexadmin.http.settings.HttpSettings.CallLimit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Rate limits registered by a program. */
public final class ConfiguredLimits {
    private ConfiguredLimits() {}

    /**
     * Converts them to rate limit rules.
     *
     * @throws ConfigurationException when one has the name of another limit, or is not valid
     */
    public static List<CallLimit> checked(Settings settings, Collection<RateLimit> given) {
        Set<String> names = new HashSet<>();
        Arrays.stream(RateLimitRule.values())
                .map(occasion -> occasion.usual().name())
                .forEach(names::add);
        settings.rateLimits().more().forEach(limit -> names.add(limit.limit().name()));
        List<CallLimit> limits = new ArrayList<>();
        List<ConfigurationException.Problem> problems = new ArrayList<>();
        for (RateLimit one : given) {
            try {
                if (!names.add(one.name())) {
                    throw new IllegalArgumentException("there is another limit '" + one.name() + "'");
                }
                limits.add(new CallLimit(
                        new Limit(one.name(), one.calls(), one.window()),
                        one.paths(),
                        one.methods(),
                        switch (one.per()) {
                            case ADDRESS -> CallLimit.Per.ADDRESS;
                            case USER -> CallLimit.Per.USER;
                            case API_KEY -> CallLimit.Per.API_KEY;
                        }));
            } catch (IllegalArgumentException e) {
                problems.add(new ConfigurationException.Problem(
                        "builder", "rate limit " + one.name(), String.valueOf(e.getMessage())));
            }
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
        return limits;
    }
}
