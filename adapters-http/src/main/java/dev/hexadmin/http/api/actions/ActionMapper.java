package dev.hexadmin.http.api.actions;

import dev.hexadmin.application.actions.RunningActions.Ran;
import dev.hexadmin.http.server.json.ResponseMapping;
import org.mapstruct.Mapper;

@Mapper(config = ResponseMapping.class)
interface ActionMapper {
    ActionResultResponse result(Ran ran);
}
