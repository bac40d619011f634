package dev.hexadmin.http.panel.frame;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.text.Texts;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.fields.Formats;
import dev.hexadmin.http.server.content.Assets;
import dev.hexadmin.http.server.content.Conditional;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.texts.Localized;
import io.helidon.http.Method;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The translations of the texts that the scripts of pages show: what stands in {@code gettext('…')}, and the forms of dates.
 * English has none.
 * Thread-safe.
 */
final class ScriptTexts {
    private static final Pattern TEXT = Pattern.compile("gettext\\('((?:[^'\\\\]|\\\\.)*)'");

    private final String path;
    private final List<String> scripts;
    private final Map<Language, File> files = new ConcurrentHashMap<>();

    /**
     * @param path where they are served
     * @param scripts the resources with the scripts
     */
    ScriptTexts(String path, List<String> scripts) {
        this.path = path;
        this.scripts = List.copyOf(scripts);
    }

    /** @param tag of the content, in the address too, so that clients may cache it for ever */
    private record File(byte[] content, String tag) {
        String version() {
            return tag.replaceAll("[^0-9A-Za-z]", "");
        }
    }

    Route route() {
        return new Route(Method.GET, path + "/{version}/{language}", Policy.PUBLIC, Route.Media.ANY, this::file);
    }

    /** The address of the file for the language of the request; {@code ""} in English. */
    String url() {
        Language language = Localized.current().language();
        return language.equals(Language.ENGLISH)
                ? ""
                : path + "/" + file(language, Localized.current().texts()).version() + "/" + language.tag() + ".js";
    }

    private Response file(RequestContext request) {
        Texts texts = Localized.current().texts();
        Language language = texts.languages().stream()
                .filter(one -> request.variable("language").equals(one.tag() + ".js"))
                .findFirst()
                .orElseThrow(() -> RequestRejectedException.notFound(Message.of("There is no such file.")));
        File file = file(language, texts);
        Response response = new Response(
                200,
                List.of(
                        new Response.Header("Content-Type", "text/javascript; charset=utf-8"),
                        new Response.Header("Cache-Control", "public, max-age=31536000, immutable")),
                file.content());
        return Conditional.answer(request, response, file.tag());
    }

    private File file(Language language, Texts texts) {
        return files.computeIfAbsent(language, asked -> {
            byte[] content = ("window.hexadminTexts = " + json(translations(asked, texts)) + ";\n"
                            + "window.hexadminDates = " + json(Formats.patterns(asked)) + ";\n")
                    .getBytes(StandardCharsets.UTF_8);
            return new File(content, Conditional.tag(content));
        });
    }

    private Map<String, String> translations(Language language, Texts texts) {
        Map<String, String> translations = new TreeMap<>();
        keys().forEach(key -> {
            String translated = texts.in(language, Message.of(key));
            if (!translated.equals(key)) {
                translations.put(key, translated);
            }
        });
        return translations;
    }

    private static String json(Object value) {
        try {
            return new ObjectMapper().writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The English texts of the scripts. */
    private List<String> keys() {
        Matcher found = TEXT.matcher(scripts.stream()
                .map(script -> new String(Assets.resource(script), StandardCharsets.UTF_8))
                .collect(Collectors.joining()));
        return found.results()
                .map(one -> one.group(1).replace("\\'", "'"))
                .distinct()
                .toList();
    }
}
