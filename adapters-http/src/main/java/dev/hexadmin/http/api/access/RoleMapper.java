package dev.hexadmin.http.api.access;

import dev.hexadmin.domain.access.Role;
import dev.hexadmin.http.server.json.ResponseMapping;
import org.mapstruct.Mapper;
import org.mapstruct.Mapping;

@Mapper(config = ResponseMapping.class)
interface RoleMapper {
    @Mapping(target = "permissions", expression = "java(role.rights().permissionWords())")
    @Mapping(target = "fieldPermissions", expression = "java(role.rights().fieldWords())")
    @Mapping(target = "rowPolicies", source = "rights.policies")
    @Mapping(target = "userCount", source = "users")
    RoleResponse role(Role role);
}
