package dev.hexadmin.bootstrap.command;

import dev.hexadmin.application.identity.IdentityAssembly;
import dev.hexadmin.application.identity.ManagingPasskeys;
import dev.hexadmin.application.identity.ManagingUsers;
import dev.hexadmin.bootstrap.wiring.Installation;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.Account;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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

    @Option(
            names = "--remove-2fa",
            description =
                    "Also turns off the second factor and removes all passkeys, for a user who has lost them and all backup"
                            + " codes.")
    private boolean removeSecondFactor;

    @Override
    public Integer call() {
        try (Installation installation = settings.existing()) {
            String address = passwords.orPrompt(email, "E-mail address", "an argument");
            ManagingUsers users = installation.identity().managingUsers();
            Actor operator = new Actor.Operator("changepassword");
            users.changePassword(operator, address, passwords.password());
            spec.commandLine().getOut().println("The password of " + address + " was changed.");
            if (removeSecondFactor) {
                removeSecondFactor(installation.identity(), operator, address);
            }
        }
        return 0;
    }

    private void removeSecondFactor(IdentityAssembly identity, Actor operator, String address) {
        ManagingUsers users = identity.managingUsers();
        ManagingPasskeys passkeys = identity.accounts().passkeys();
        UserId user = users.list(operator).stream()
                .filter(account -> account.email().equals(new EmailAddress(address)))
                .map(Account::id)
                .findFirst()
                .orElseThrow();
        boolean totp = users.secondFactorOn(operator, user);
        boolean passkey = !passkeys.of(operator, user).isEmpty();
        if (totp) {
            users.removeSecondFactor(operator, user);
            spec.commandLine().getOut().println("The second factor of " + address + " is off.");
        }
        if (passkey) {
            passkeys.removeAll(operator, user);
            spec.commandLine().getOut().println("The passkeys of " + address + " are removed.");
        }
        if (!totp && !passkey) {
            spec.commandLine().getOut().println(address + " has no second factor.");
        }
    }
}
