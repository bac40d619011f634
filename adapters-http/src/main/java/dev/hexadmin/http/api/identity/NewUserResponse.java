package dev.hexadmin.http.api.identity;

import dev.hexadmin.http.server.json.ResponseBody;

/** The user that set-up has created. */
public record NewUserResponse(long id) implements ResponseBody {}
