package dev.hexadmin.domain.identity;

import dev.hexadmin.domain.text.Message;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The browser of a session for people, from the header User-Agent (RFC 9110): {@code Firefox 145 on Linux}. */
public final class BrowserName {
    private static final int LONGEST = 60;

    /** In this order, since a browser also names those that it descends from. */
    private static final List<Name> BROWSERS = List.of(
            new Name("Edge", Pattern.compile("Edg(?:e|A|iOS)?/(\\d+)")),
            new Name("Opera", Pattern.compile("OPR/(\\d+)")),
            new Name("Firefox", Pattern.compile("(?:Firefox|FxiOS)/(\\d+)")),
            new Name("Chrome", Pattern.compile("(?:HeadlessChrome|Chrome|CriOS)/(\\d+)")),
            new Name("Safari", Pattern.compile("Version/(\\d+).* Safari/")));

    private static final List<Name> SYSTEMS = List.of(
            new Name("Android", Pattern.compile("Android")),
            new Name("iOS", Pattern.compile("iPhone|iPad")),
            new Name("Windows", Pattern.compile("Windows")),
            new Name("macOS", Pattern.compile("Mac OS X|Macintosh")),
            new Name("ChromeOS", Pattern.compile("CrOS")),
            new Name("Linux", Pattern.compile("Linux|X11")));

    private record Name(String text, Pattern pattern) {}

    private BrowserName() {}

    /** The name; the beginning of a header that names no known browser. */
    public static Message of(String userAgent) {
        for (Name browser : BROWSERS) {
            Matcher found = browser.pattern().matcher(userAgent);
            if (found.find()) {
                String name = browser.text() + " " + found.group(1);
                return system(userAgent)
                        .map(system -> Message.of("{browser} on {system}")
                                .with("browser", name)
                                .with("system", system))
                        .orElseGet(() -> Message.verbatim(name));
            }
        }
        return Message.verbatim(userAgent.length() > LONGEST ? userAgent.substring(0, LONGEST) + "…" : userAgent);
    }

    private static Optional<String> system(String userAgent) {
        return SYSTEMS.stream()
                .filter(name -> name.pattern().matcher(userAgent).find())
                .map(Name::text)
                .findFirst();
    }
}
