package dev.hexadmin.http.realtime;

/**
 * Why the server ends a socket: the code and reason of its close frame (RFC 6455, 7.4). A stream just ends.
 *
 * @param reason short ASCII text
 */
record Closing(int code, String reason) {
    static final Closing RESTARTING = new Closing(1012, "the server is restarting");
    static final Closing TOO_SLOW = new Closing(1013, "too slow; come again with since");
    static final Closing UNAVAILABLE = new Closing(1013, "not available now; come again");
    static final Closing BROKEN = new Closing(1011, "something went wrong on the server");
    static final Closing UNAUTHENTICATED = new Closing(4401, "an access token is needed");
    static final Closing NO_LONGER_WELCOME = new Closing(4401, "the access token is no longer accepted");
    static final Closing SESSION_OVER = new Closing(4401, "the session is over");
    static final Closing NOT_YOURS = new Closing(4403, "these are another user's notifications");
    static final Closing HEARTBEAT_MISSED = new Closing(4408, "heartbeat missed");
    static final Closing TOO_MANY = new Closing(4429, "too many connections");

    /** What metrics call the end of a connection without a close frame. */
    static final int NONE = 1006;
}
