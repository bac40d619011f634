package dev.hexadmin.bootstrap.command;

import picocli.CommandLine.Option;

/** The source of a password. It is never an argument, because all users of the machine can see arguments. */
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

    /** The given password, or the operator's input. */
    String orPrompt(@org.jspecify.annotations.Nullable String given, String question, String option) {
        if (given != null) {
            return given;
        }
        return passwords
                .answer(question)
                .filter(answer -> !answer.isBlank())
                .orElseThrow(() -> new CommandFailedException(question + " is missing: give it with " + option + "."));
    }
}
