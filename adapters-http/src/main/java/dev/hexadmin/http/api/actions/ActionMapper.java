package dev.hexadmin.http.api.actions;

import dev.hexadmin.application.actions.RunningActions.Ran;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.server.json.ResponseMapping;
import dev.hexadmin.http.texts.Localized;
import org.mapstruct.Mapper;

@Mapper(config = ResponseMapping.class)
interface ActionMapper {
    ActionResultResponse result(Ran ran);

    default String localized(Message message) {
        return Localized.text(message);
    }
}
