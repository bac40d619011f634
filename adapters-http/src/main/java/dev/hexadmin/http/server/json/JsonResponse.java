package dev.hexadmin.http.server.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.EnumFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.http.server.response.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;

/**
 * Responses with a {@link ResponseBody}: members in {@code snake_case}, times as RFC 3339 in UTC, enums in lower case, null
 * where a value is missing.
 */
public final class JsonResponse {
    private static final JsonMapper MAPPER = JsonMapper.builder(Json.FACTORY)
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
            .addModule(new SimpleModule().addSerializer(Instant.class, new JsonSerializer<>() {
                @Override
                public void serialize(Instant value, JsonGenerator json, SerializerProvider serializers)
                        throws IOException {
                    json.writeString(FieldText.write(value));
                }
            }))
            .build();

    private JsonResponse() {}

    /**
     * A response with a body.
     *
     * @param status the HTTP status
     */
    public static Response of(int status, ResponseBody body) {
        return Response.json(status, bytes(body));
    }

    /** The body alone, in UTF-8. */
    public static byte[] bytes(ResponseBody body) {
        try {
            return MAPPER.writeValueAsBytes(body);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e); // writing to memory
        }
    }

    /** The member that a record component is written as. */
    public static String member(String component) {
        return PropertyNamingStrategies.SnakeCaseStrategy.INSTANCE.translate(component);
    }
}
