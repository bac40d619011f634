package dev.hexadmin.http.api.views;

import dev.hexadmin.domain.records.SavedView;
import dev.hexadmin.http.server.json.ResponseMapping;
import org.mapstruct.Mapper;
import org.mapstruct.Mapping;

@Mapper(config = ResponseMapping.class)
interface SavedViewMapper {
    @Mapping(target = "query", expression = "java(SavedViewBody.text(view.query()))")
    @Mapping(target = "columns", source = "list.columns")
    @Mapping(target = "density", expression = "java(view.density().word())")
    @Mapping(target = "ownerId", source = "owner.value")
    SavedViewResponse view(SavedView view);
}
