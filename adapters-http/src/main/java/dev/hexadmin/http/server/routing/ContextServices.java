package dev.hexadmin.http.server.routing;

import dev.hexadmin.domain.text.Label;
import dev.hexadmin.http.texts.Localizations;
import java.util.Optional;
import java.util.function.Function;

/**
 * What every request may ask for.
 *
 * @param maxBodyBytes a body's size at most
 * @param localizations the languages that there are texts in
 * @param labels of models by name, for pages
 */
public record ContextServices(
        BrowserSupport browsers,
        int maxBodyBytes,
        Localizations localizations,
        Function<String, Optional<Label>> labels) {}
