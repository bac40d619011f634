package dev.hexadmin.http.api.identity;

/** A role by its id and name. */
public record RoleNameResponse(long id, String name) {}
