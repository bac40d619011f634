package dev.hexadmin.bootstrap.plugins;

import java.util.Optional;

/**
 * A provider.
 *
 * @param <P> what it provides
 * @param name the one it says it has
 * @param provider itself
 * @param origin where it came from, for people: {@code built in}, or the name of its jar
 * @param missing what it needs before it can be used, in its own words, when the settings say nothing about it;
 *     empty for one that can be used
 */
public record InstalledProvider<P>(String name, P provider, String origin, Optional<String> missing) {}
