package dev.hexadmin.http.files;

import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;
import org.jspecify.annotations.Nullable;

/** The state of an upload in several requests. */
public record UploadResponse(
        String id,
        @Schema(notNegative = true) long offset,
        @Schema(notNegative = true) long length,

        @Schema(description = "Once all bytes have arrived. Its id is that of the upload.") @Nullable
        FileResponse file)
        implements ResponseBody {}
