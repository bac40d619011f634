package dev.hexadmin.bootstrap.command;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.Optional;

/** Keeps why output could not be written, which a {@link PrintWriter} ignores: what was cut off must not look complete. */
final class StandardOutput extends FilterOutputStream {
    /** The reader, such as {@code head}, wants no more. */
    private static final String READER_GONE = "Broken pipe";

    private Optional<IOException> failure = Optional.empty();

    StandardOutput(OutputStream out) {
        super(out);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        try {
            out.write(bytes, from, length);
        } catch (IOException e) {
            failure = Optional.of(e);
            throw e;
        }
    }

    /** The exit code after a command that succeeded: failure when some of its output was not written. */
    int report(PrintWriter err) {
        failure.map(IOException::getMessage)
                .filter(message -> !READER_GONE.equals(message))
                .ifPresent(message -> err.println("hexadmin: the output could not be written: " + message));
        return failure.isPresent() ? Failures.FAILED : 0;
    }
}
