package dev.hexadmin.http.live;

/**
 * Why the server ends a socket: the code and reason of its close frame (RFC 6455, 7.4). A stream just ends.
 *
 * @param reason short ASCII text
 */
record CloseReason(int code, String reason) {
    static final CloseReason RESTARTING = new CloseReason(1012, "the server is restarting");
    static final CloseReason TOO_SLOW = new CloseReason(1013, "too slow; come again with since");
    static final CloseReason UNAVAILABLE = new CloseReason(1013, "not available now; come again");
    static final CloseReason BROKEN = new CloseReason(1011, "something went wrong on the server");
    static final CloseReason UNAUTHENTICATED = new CloseReason(4401, "an access token is needed");
    static final CloseReason NO_LONGER_WELCOME = new CloseReason(4401, "the access token is no longer accepted");
    static final CloseReason SESSION_OVER = new CloseReason(4401, "the session is over");
    static final CloseReason NOT_YOURS = new CloseReason(4403, "these are another user's notifications");
    static final CloseReason HEARTBEAT_MISSED = new CloseReason(4408, "heartbeat missed");
    static final CloseReason TOO_MANY = new CloseReason(4429, "too many connections");

    /** What metrics call the end of a connection without a close frame. */
    static final int NONE = 1006;
}
