package dev.hexadmin.bootstrap.command;

/** A command that cannot be carried out, for a reason the operator can act on: exit code 1 and the sentence. */
final class CommandFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CommandFailedException(String sentence) {
        super(sentence, null, false, false);
    }
}
