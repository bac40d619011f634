package dev.hexadmin.application;

/** The id of the request that is being answered, for log lines. Bound by whatever receives requests. */
public final class RequestId {
    /** Bound while a request is answered, on its thread. */
    public static final ScopedValue<String> CURRENT = ScopedValue.newInstance();

    private RequestId() {}
}
