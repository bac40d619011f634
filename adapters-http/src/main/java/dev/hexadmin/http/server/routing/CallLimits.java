package dev.hexadmin.http.server.routing;

import dev.hexadmin.application.ratelimit.Counted;
import dev.hexadmin.application.ratelimit.LimitingRequests;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.http.settings.HttpSettings;
import dev.hexadmin.http.settings.HttpSettings.CallLimit.Per;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The limits that count every call. Thread-safe. */
public final class CallLimits {
    private final List<CallLimit> byAddress;
    private final List<CallLimit> byActor;
    private final LimitingRequests limiting;

    public CallLimits(List<HttpSettings.CallLimit> limits, LimitingRequests limiting) {
        Map<Boolean, List<CallLimit>> compiled = limits.stream()
                .map(CallLimit::new)
                .collect(Collectors.partitioningBy(
                        limit -> limit.per() == Per.ADDRESS, Collectors.toUnmodifiableList()));
        this.byAddress = compiled.getOrDefault(true, List.of());
        this.byActor = compiled.getOrDefault(false, List.of());
        this.limiting = limiting;
    }

    /**
     * Counts a call of an address.
     *
     * @param path raw
     * @return what the limits say that let it pass
     * @throws dev.hexadmin.application.RequestRejectedException {@code TOO_MANY} by the first that did not
     */
    public List<Counted> count(Method method, String path, String address) {
        List<Counted> counted = List.of();
        for (int i = 0; i < byAddress.size(); i++) {
            CallLimit limit = byAddress.get(i);
            if (limit.counts(method, path)) {
                counted = and(counted, limiting.count(limit.limit(), LimitingRequests.key(address)));
            }
        }
        return counted;
    }

    /** The same for the user, and the API key, that the call comes from. */
    List<Counted> count(Method method, String path, Actor.SignedIn actor) {
        List<Counted> counted = List.of();
        for (int i = 0; i < byActor.size(); i++) {
            CallLimit limit = byActor.get(i);
            Optional<String> key = limit.counts(method, path) ? key(limit.per(), actor) : Optional.empty();
            if (key.isPresent()) {
                counted = and(counted, limiting.count(limit.limit(), key.get()));
            }
        }
        return counted;
    }

    private static Optional<String> key(Per per, Actor.SignedIn actor) {
        String user = Long.toString(actor.id().value());
        return switch (per) {
            case ADDRESS -> Optional.empty();
            case USER -> Optional.of(user);
            case API_KEY -> actor.key().map(key -> user + " " + key.prefix());
        };
    }

    private static List<Counted> and(List<Counted> counted, Counted one) {
        List<Counted> all = counted.isEmpty() ? new ArrayList<>(2) : counted;
        all.add(one);
        return all;
    }
}
