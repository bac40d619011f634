package dev.hexadmin.bootstrap.command;

import dev.hexadmin.bootstrap.wiring.Installation;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.Account;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(name = "users", description = "Lists all users.", mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli sets the fields before it calls the command
final class ListUsers implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private SettingsOptions settings;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try (Installation installation = settings.existing()) {
            List<Account> accounts = installation.identity().managingUsers().list(new Actor.Operator("users"));
            String line = "%-6s %-" + width(accounts) + "s %-8s %-9s %-20s %-" + sourceWidth(accounts) + "s %s%n";
            out.printf(
                    Locale.ROOT, line, "id", "address", "active", "superuser", "last sign-in", "managed by", "roles");
            for (Account account : accounts) {
                out.printf(
                        Locale.ROOT,
                        line,
                        account.id(),
                        account.email(),
                        account.active() ? "yes" : "no",
                        account.superuser() ? "yes" : "no",
                        account.lastLogin().map(ListUsers::seconds).orElse("never"),
                        account.source().orElse("-"),
                        String.join(", ", account.roles()));
            }
        }
        return 0;
    }

    private static int width(List<Account> accounts) {
        return accounts.stream()
                .mapToInt(account -> account.email().value().length())
                .reduce("address".length(), Math::max);
    }

    private static int sourceWidth(List<Account> accounts) {
        return accounts.stream()
                .mapToInt(account -> account.source().orElse("").length())
                .reduce("managed by".length(), Math::max);
    }

    private static String seconds(Instant moment) {
        return moment.truncatedTo(java.time.temporal.ChronoUnit.SECONDS).toString();
    }
}
