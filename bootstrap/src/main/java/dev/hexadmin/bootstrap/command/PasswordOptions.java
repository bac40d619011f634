package dev.hexadmin.bootstrap.command;

import picocli.CommandLine.Option;

/** Where a password comes from. It is never an argument: those are seen by every user of the machine. */
final class PasswordOptions {
    private final Passwords passwords;

    @Option(names = "--password-stdin", description = "Read the password from one line of standard input.")
    private boolean standardInput;

    PasswordOptions(Passwords passwords) {
        this.passwords = passwords;
    }

    String password() {
        return standardInput ? passwords.line("password") : passwords.fresh();
    }

    /** What was given, or what the operator answers. */
    String orAsk(@org.jspecify.annotations.Nullable String given, String question, String option) {
        if (given != null) {
            return given;
        }
        return passwords
                .answer(question)
                .filter(answer -> !answer.isBlank())
                .orElseThrow(() -> new CommandFailedException(question + " is missing: give it with " + option + "."));
    }
}
