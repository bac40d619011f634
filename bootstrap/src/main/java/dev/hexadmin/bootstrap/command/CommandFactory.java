package dev.hexadmin.bootstrap.command;

import java.util.Map;
import picocli.CommandLine;

/** Creates commands and passes them their parts of the process. */
final class CommandFactory implements CommandLine.IFactory {
    private final Map<String, String> environment;
    private final Passwords passwords;

    CommandFactory(Map<String, String> environment, Passwords passwords) {
        this.environment = environment;
        this.passwords = passwords;
    }

    @Override
    public <K> K create(Class<K> type) throws Exception {
        Object part = switch (type.getSimpleName()) {
            case "SettingsOptions" -> new SettingsOptions(environment);
            case "PasswordOptions" -> new PasswordOptions(passwords);
            default -> CommandLine.defaultFactory().create(type);
        };
        return type.cast(part);
    }
}
