package dev.hexadmin.http.files;

import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A file, as the fields of records show it. */
public record FileResponse(
        String id,
        String name,
        @Schema(notNegative = true) long size,
        String contentType,
        String sha256,
        @Nullable Integer width,
        @Nullable Integer height,

        @Schema(description = "Opens the file for whoever has it, for up to five minutes.")
        String url,

        @Schema(description = "The addresses of smaller versions of an image, by name.")
        Map<String, String> thumbnails)
        implements ResponseBody {}
