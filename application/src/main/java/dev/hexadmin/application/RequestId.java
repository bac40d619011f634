package dev.hexadmin.application;

/** The id of the current request, for log lines. The adapter that receives requests binds it. */
public final class RequestId {
    /** Bound on the request's thread while it is processed. */
    public static final ScopedValue<String> CURRENT = ScopedValue.newInstance();

    private RequestId() {}
}
