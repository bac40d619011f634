package dev.hexadmin.bootstrap.command;

/** A command failed for a reason that the operator can act on: exit code 1 and a sentence. */
final class CommandFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CommandFailedException(String sentence) {
        super(sentence, null, false, false);
    }
}
