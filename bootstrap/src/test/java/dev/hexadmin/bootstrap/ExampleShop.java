package dev.hexadmin.bootstrap;

import dev.hexadmin.bootstrap.plugins.DemoData;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/** A server with the configuration and the records of {@code examples/storefront}. */
final class ExampleShop {
    private ExampleShop() {}

    static RunningServer start(DatabaseSettings database, Path folder, UnaryOperator<Hexadmin.Builder> options) {
        DemoData demo = DemoData.find().orElseThrow();
        Path file = folder.resolve("shop.yaml");
        try {
            Files.writeString(file, demo.configuration().yaml());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        RunningServer shop =
                RunningServer.start(database, builder -> options.apply(builder.setting("config", file.toString())));
        var installation = shop.hexadmin().installation();
        demo.load(installation.persistence().bulkLoad(), installation.registry(), new PrintWriter(Writer.nullWriter()));
        demo.saveFiles(
                installation.persistence().bulkLoad(),
                installation.registry(),
                installation.files().uploading(),
                installation.persistence().files(),
                installation.persistence().unitOfWork());
        demo.saveViews(
                installation.persistence().savedViews(),
                installation.persistence().unitOfWork(),
                installation
                        .identity()
                        .managingUsers()
                        .list(new Actor.Operator("test"))
                        .getFirst()
                        .id());
        return shop;
    }
}
