package dev.hexadmin.http.api.identity;

import dev.hexadmin.http.server.json.Schema;

/** The answer to a right password. */
@Schema(name = "SignedIn")
public sealed interface SignInResponse permits TokensResponse, SecondFactorNeededResponse {}
