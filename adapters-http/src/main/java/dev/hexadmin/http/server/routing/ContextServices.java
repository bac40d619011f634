package dev.hexadmin.http.server.routing;

import dev.hexadmin.http.texts.Localizations;

/**
 * What every request may ask for.
 *
 * @param maxBodyBytes a body's size at most
 * @param localizations the languages that there are texts in
 */
public record ContextServices(BrowserSupport browsers, int maxBodyBytes, Localizations localizations) {}
