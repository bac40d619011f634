package dev.hexadmin.http.server.problem;

import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.server.json.ResponseMapping;
import dev.hexadmin.http.texts.Localized;
import java.math.BigDecimal;
import java.util.Map;
import org.mapstruct.Mapper;
import org.mapstruct.Mapping;

@Mapper(config = ResponseMapping.class)
interface ProblemMapper {
    @Mapping(target = "message", source = "text")
    ProblemResponse.InvalidValue error(Violation violation);

    /** Decimals are written as the API takes them, in every language. */
    default String localized(Message message) {
        Message plain = message;
        for (Map.Entry<String, Object> argument : message.arguments().entrySet()) {
            if (argument.getValue() instanceof BigDecimal decimal) {
                plain = plain.with(argument.getKey(), decimal.toPlainString());
            }
        }
        return Localized.text(plain);
    }
}
