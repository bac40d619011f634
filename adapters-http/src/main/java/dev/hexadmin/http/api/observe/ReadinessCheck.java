package dev.hexadmin.http.api.observe;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * Something without which requests cannot be answered.
 *
 * @param name as shown in the answer, such as {@code database}
 * @param outage why it cannot be used now, as a stable code such as {@code database_full}; empty when it can; may throw;
 *     thread-safe and quick
 */
public record ReadinessCheck(String name, Supplier<Optional<String>> outage) {}
