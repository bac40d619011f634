package dev.hexadmin.http.api.identity;

import dev.hexadmin.http.server.json.ResponseBody;

/** A role by its id and name. */
public record RoleNameResponse(long id, String name) implements ResponseBody {}
