package dev.hexadmin.http.server.problem;

import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.server.json.ResponseMapping;
import dev.hexadmin.http.texts.Localized;
import org.mapstruct.Mapper;
import org.mapstruct.Mapping;

@Mapper(config = ResponseMapping.class)
interface ProblemMapper {
    @Mapping(target = "message", source = "text")
    ProblemResponse.InvalidValue error(Violation violation);

    default String localized(Message message) {
        return Localized.text(message);
    }
}
