package dev.hexadmin.bootstrap.command;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.port.ServiceUnavailableException;
import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.domain.models.Violation;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.SocketException;
import org.jspecify.annotations.Nullable;

/** Tells the operator what went wrong: what they can act on as a sentence, the rest with its trace. */
final class Failures {
    static final int FAILED = 1;
    static final int WRONG_USE = 2;

    private Failures() {}

    /** Says what went wrong, and with which exit code that ends the process. */
    static int tell(Exception failure, PrintWriter err) {
        switch (failure) {
            case ConfigurationException wrong -> {
                wrong.problems().forEach(problem -> err.println("hexadmin: " + problem));
                return WRONG_USE;
            }
            case RequestRejectedException refused -> {
                err.println("hexadmin: " + refused.detail());
                for (Violation violation : refused.violations()) {
                    err.println("  " + violation.message());
                }
            }
            case CommandFailedException cannot -> err.println("hexadmin: " + cannot.getMessage());
            case ServiceUnavailableException away -> {
                @Nullable Throwable cause = away.getCause();
                err.println("hexadmin: " + away.getMessage() + (cause == null ? "" : ": " + cause.getMessage()));
            }
            case UncheckedIOException listening
            when listening.getCause() instanceof SocketException -> err.println("hexadmin: " + listening.getMessage());
            default -> failure.printStackTrace(err);
        }
        return FAILED;
    }
}
