package dev.hexadmin.bootstrap.plugins;

import java.util.Optional;

/**
 * A provider.
 *
 * @param <P> what it provides
 * @param name the name that it returns
 * @param provider the provider itself
 * @param origin its origin, for messages: {@code built in}, or the name of its jar
 * @param missing the provider's message about required settings, when the settings do not contain it; empty for a
 *     provider that can be used
 */
public record InstalledProvider<P>(String name, P provider, String origin, Optional<String> missing) {}
