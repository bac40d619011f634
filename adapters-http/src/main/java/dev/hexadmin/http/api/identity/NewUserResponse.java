package dev.hexadmin.http.api.identity;

/** The user that set-up has created. */
public record NewUserResponse(long id) {}
