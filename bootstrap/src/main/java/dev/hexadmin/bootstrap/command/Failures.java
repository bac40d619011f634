package dev.hexadmin.bootstrap.command;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.bootstrap.ConfigurationException;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.persistence.copy.CopyFailedException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reports failures to the operator: known ones as a sentence, others with a stack trace. */
final class Failures {
    static final int FAILED = 1;
    static final int WRONG_USE = 2;

    private Failures() {}

    /** Prints the failure and returns the exit code. */
    static int report(Exception failure, PrintWriter err) {
        switch (failure) {
            case ConfigurationException wrong -> {
                wrong.problems().forEach(problem -> err.println("hexadmin: " + problem));
                return WRONG_USE;
            }
            case RequestRejectedException input
            when input.category() == RequestRejectedException.Category.INVALID
                    && !input.violations().isEmpty() ->
                input.violations()
                        .forEach(violation -> err.println("hexadmin: "
                                + violation.pointer().replaceFirst("^/(.+)", "$1: ")
                                + violation.message()));
            case RequestRejectedException refused -> {
                err.println("hexadmin: " + refused.detail());
                for (Violation violation : refused.violations()) {
                    err.println("  " + violation.message());
                }
            }
            case CommandFailedException cannot -> err.println("hexadmin: " + cannot.getMessage());
            case CopyFailedException copy -> {
                err.println("hexadmin: " + copy.getMessage());
                for (Throwable also : copy.getSuppressed()) {
                    err.println("hexadmin: " + also.getMessage());
                }
            }
            case ServiceUnavailableException away -> err.println("hexadmin: " + withCauses(away));
            case UncheckedIOException listening
            when listening.getCause() instanceof SocketException -> err.println("hexadmin: " + listening.getMessage());
            case UncheckedIOException file
            when file.getCause() instanceof FileSystemException cause ->
                err.println("hexadmin: " + file.getMessage() + ": " + reason(cause));
            default -> failure.printStackTrace(err);
        }
        return FAILED;
    }

    /** The file or folder, and what stands against it. */
    private static String reason(FileSystemException failure) {
        String reason = switch (failure) {
            case AccessDeniedException denied -> "permission denied";
            case NoSuchFileException missing -> "no such file or folder";
            case FileAlreadyExistsException there -> "it is there already";
            default -> Objects.requireNonNullElse(failure.getReason(), "input or output failed");
        };
        return failure.getFile() + ": " + reason;
    }

    /** The messages of an exception and its causes, but for those that repeat what was said. */
    private static String withCauses(Throwable failure) {
        String said = String.valueOf(failure.getMessage());
        for (@Nullable Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            String more = cause instanceof UnknownHostException
                    ? "unknown host " + cause.getMessage()
                    : String.valueOf(cause.getMessage());
            if (!said.contains(more)) {
                said += (said.endsWith(".") ? " " : ": ") + more;
            }
        }
        return said;
    }
}
