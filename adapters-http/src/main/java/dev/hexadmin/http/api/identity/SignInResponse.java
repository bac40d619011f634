package dev.hexadmin.http.api.identity;

import dev.hexadmin.http.server.json.ResponseBody;
import dev.hexadmin.http.server.json.Schema;

/** The answer to a right password. */
@Schema(name = "SignedIn")
public sealed interface SignInResponse extends ResponseBody permits TokensResponse, SecondFactorNeededResponse {}
