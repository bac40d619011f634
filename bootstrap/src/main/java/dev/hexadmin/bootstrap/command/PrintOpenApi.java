package dev.hexadmin.bootstrap.command;

import dev.hexadmin.bootstrap.Setting;
import dev.hexadmin.bootstrap.Version;
import dev.hexadmin.bootstrap.wiring.Installation;
import dev.hexadmin.http.HttpAdapter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
        name = "openapi",
        description = "Prints the OpenAPI document of the server these settings make.",
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli sets the fields before it calls the command
final class PrintOpenApi implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private SettingsOptions settings;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try (Installation installation = settings.installation()) {
            byte[] document = HttpAdapter.openApi(
                    installation.registry(),
                    installation.settings().get(Setting.BRANDING_NAME),
                    installation.settings().get(Setting.ADMIN_PATH),
                    installation.settings().get(Setting.NOTIFICATIONS_PREFIX),
                    Version.OF_PRODUCT,
                    installation.settings().rateLimits().more());
            out.println(new String(document, StandardCharsets.UTF_8));
        }
        return 0;
    }
}
