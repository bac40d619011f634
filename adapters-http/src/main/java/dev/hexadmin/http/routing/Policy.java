package dev.hexadmin.http.routing;

/** Who may use a route. Every route declares one, or the server does not start. */
public enum Policy {
    /** Anybody; the handler works with what it is given. */
    PUBLIC,
    /** Somebody who is signed in, whatever their rights. */
    SIGNED_IN,
    /** Somebody who is signed in and has the right that the application service asks for. */
    RIGHTS
}
