package dev.hexadmin.http.server.problem;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;

/** What a problem code means. */
public record ProblemTypeResponse(
        @Schema(format = "uri-reference") String type, String code, int status, String title, String explanation)
        implements ResponseBody {

    public static ProblemTypeResponse of(ProblemCatalogue.Entry entry) {
        return new ProblemTypeResponse(
                "/problems/" + entry.code(),
                entry.code(),
                entry.status(),
                text(entry.title()),
                text(entry.explanation()));
    }
}
