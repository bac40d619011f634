package dev.hexadmin.http.server.json;

import org.mapstruct.MapperConfig;
import org.mapstruct.ReportingPolicy;

/** How MapStruct makes the mappers from values of the application to response records: each member has a source. */
@MapperConfig(implementationName = "Generated<CLASS_NAME>", unmappedTargetPolicy = ReportingPolicy.ERROR)
public interface ResponseMapping {}
