package dev.hexadmin.http.observe;

import java.util.function.BooleanSupplier;

/**
 * Something without which requests cannot be answered.
 *
 * @param name as shown in the answer, such as {@code database}
 * @param ready whether it is there now; may throw instead of saying no; thread-safe and quick
 */
public record ReadinessCheck(String name, BooleanSupplier ready) {}
