package dev.hexadmin.bootstrap.command;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program {@code hexadmin}. */
@Command(
        name = "hexadmin",
        description = "An admin API and panel over your database.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class)
public final class Main {
    private Main() {}

    /** What {@code --version} prints. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {
                "hexadmin "
                        + Main.class.getModule().getDescriptor().rawVersion().orElse("unknown")
            };
        }
    }

    /** Runs a command and ends the process: 0 done, 1 failed, 2 wrong usage or settings. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Main()).execute(args));
    }
}
