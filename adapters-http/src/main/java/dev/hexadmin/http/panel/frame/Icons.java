package dev.hexadmin.http.panel.frame;

import dev.hexadmin.http.server.content.Assets;
import gg.jte.Content;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The drawings of the icons, from {@code icons.svg}. They stand in the page, so that no icon appears later than its text. */
public final class Icons {
    private static final Pattern SYMBOL = Pattern.compile("<symbol id=\"([a-z-]+)\">(.*)</symbol>");
    private static final Map<String, Content> DRAWINGS = SYMBOL.matcher(
                    new String(Assets.resource("META-INF/dev.hexadmin.http/panel/icons.svg"), StandardCharsets.UTF_8))
            .results()
            .collect(Collectors.toUnmodifiableMap(symbol -> symbol.group(1), Icons::content));

    private Icons() {}

    private static Content content(MatchResult symbol) {
        byte[] markup = symbol.group(2).getBytes(StandardCharsets.UTF_8);
        return output -> output.writeBinaryContent(markup);
    }

    /** All names, in order. */
    static List<String> names() {
        return DRAWINGS.keySet().stream().sorted().toList();
    }

    /**
     * What is inside the {@code svg} element of an icon.
     *
     * @throws IllegalArgumentException for a name that is not in the set
     */
    public static Content drawing(String name) {
        return Optional.ofNullable(DRAWINGS.get(name))
                .orElseThrow(() -> new IllegalArgumentException("there is no icon " + name));
    }
}
