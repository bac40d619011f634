package dev.hexadmin.http.server.problem;

import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.http.server.json.ResponseMapping;
import org.mapstruct.Mapper;

@Mapper(config = ResponseMapping.class)
interface ProblemMapper {
    ProblemResponse.InvalidValue error(Violation violation);
}
