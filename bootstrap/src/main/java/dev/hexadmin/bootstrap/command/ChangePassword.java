package dev.hexadmin.bootstrap.command;

import dev.hexadmin.bootstrap.wiring.Installation;
import dev.hexadmin.domain.access.Actor;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "changepassword",
        description = "Sets a user's password and ends all of their sessions.",
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli sets the fields before it calls the command
final class ChangePassword implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private SettingsOptions settings;

    @Mixin
    private PasswordOptions passwords;

    @Parameters(index = "0", arity = "0..1", paramLabel = "ADDRESS", description = "The user's e-mail address.")
    private @Nullable String email;

    @Override
    public Integer call() {
        try (Installation installation = settings.installation()) {
            String address = passwords.orAsk(email, "E-mail address", "an argument");
            installation
                    .identity()
                    .managingUsers()
                    .changePassword(new Actor.Operator("changepassword"), address, passwords.password());
            spec.commandLine().getOut().println("The password of " + address + " was changed.");
        }
        return 0;
    }
}
