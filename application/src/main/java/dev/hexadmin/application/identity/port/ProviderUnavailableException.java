package dev.hexadmin.application.identity.port;

/** A provider cannot be reached, or does not respond as OpenID Connect specifies. The message has no secret. */
public final class ProviderUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ProviderUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }

    public ProviderUnavailableException(String message) {
        super(message);
    }
}
