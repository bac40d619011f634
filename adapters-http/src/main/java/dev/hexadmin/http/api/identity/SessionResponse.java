package dev.hexadmin.http.api.identity;

import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;

/** The session of a browser, which a page of the panel reads before it sends a form again. */
public record SessionResponse(
        @Schema(format = "email") String email,

        @Schema(description = "For the forms of this session.")
        String csrfToken)
        implements ResponseBody {}
