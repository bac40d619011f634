package dev.hexadmin.bootstrap.command;

import dev.hexadmin.bootstrap.wiring.Installation;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "createsuperuser",
        description = "Creates a superuser. Prompts for missing values.",
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli sets the fields before it calls the command
final class CreateSuperuser implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private SettingsOptions settings;

    @Mixin
    private PasswordOptions passwords;

    @Option(names = "--email", paramLabel = "ADDRESS", description = "The user's e-mail address, to sign in with.")
    private @Nullable String email;

    @Option(names = "--name", paramLabel = "NAME", description = "The user's full name.", defaultValue = "")
    private String name;

    @Override
    public Integer call() {
        try (Installation installation = settings.installation()) {
            String address = passwords.orPrompt(email, "E-mail address", "--email");
            UserId id = installation
                    .identity()
                    .managingUsers()
                    .createSuperuser(new Actor.Operator("createsuperuser"), address, passwords.password(), name);
            spec.commandLine().getOut().println("The superuser " + address + " was created with the id " + id + ".");
        }
        return 0;
    }
}
