package dev.hexadmin.http.deliberate;

import dev.hexadmin.http.server.json.JsonDocument;
import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.response.Response;

/** A response body that the OpenAPI document does not describe, and JSON that is written by hand. */
public record UndocumentedResponse(long id) implements ResponseBody {
    public Response written() {
        return Response.json(200, JsonDocument.bytes(json -> json.writeNumber(id)));
    }
}
