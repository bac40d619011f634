package dev.hexadmin.application.panel;

import dev.hexadmin.domain.access.Action;

/**
 * The right that users need to see what a plugin adds.
 *
 * @param model its name
 */
public record Right(Action action, String model) {}
