package dev.hexadmin.domain.models.type;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;

/** {@code url}: an http or https address, or the empty text. */
public final class UrlType extends CharacterType {
    public UrlType() {
        super(Option.LENGTH, Option.PATTERN);
    }

    @Override
    void checkForm(FieldDefinition field, String text, List<Violation> violations) {
        if (!isUrl(text)) {
            refuse(
                    violations,
                    field,
                    "url",
                    Message.of("It is no http or https address, such as https://example.com/a%20b."));
        }
    }

    private static boolean isUrl(String text) {
        try {
            URI uri = new URI(text);
            String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
            return (scheme.equals("http") || scheme.equals("https")) && uri.getRawAuthority() != null;
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
