package dev.hexadmin.bootstrap.command;

import dev.hexadmin.bootstrap.Setting;
import dev.hexadmin.bootstrap.Version;
import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.bootstrap.wiring.SettingsCheck;
import dev.hexadmin.http.HttpAdapter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
        name = "openapi",
        description = "Prints the OpenAPI document of the server these settings make. Changes nothing.",
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli sets the fields before it calls the command
final class PrintOpenApi implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private SettingsOptions settings;

    @Override
    public Integer call() {
        Settings read = settings.ofTables();
        if (SettingsCheck.needsTables(read)) {
            SettingsOptions.requireFile(read.connection());
        }
        byte[] document = HttpAdapter.openApi(
                SettingsCheck.models(read),
                read.get(Setting.BRANDING_NAME),
                read.get(Setting.ADMIN_PATH),
                read.get(Setting.NOTIFICATIONS_PREFIX),
                Version.OF_PRODUCT,
                read.rateLimits().more());
        spec.commandLine().getOut().println(new String(document, StandardCharsets.UTF_8));
        return 0;
    }
}
