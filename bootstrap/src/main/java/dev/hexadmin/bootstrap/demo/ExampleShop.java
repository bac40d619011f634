package dev.hexadmin.bootstrap.demo;

import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.persistence.BulkLoad;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The example shop: what it is configured with, and its data in a database. */
public final class ExampleShop {
    private static final String CONFIGURATION = "/META-INF/dev.hexadmin.bootstrap/demo/hexadmin.yaml";

    private ExampleShop() {}

    /** {@code examples/storefront/hexadmin.yaml}. */
    public static Settings.Text configuration() {
        try (@Nullable InputStream in = ExampleShop.class.getResourceAsStream(CONFIGURATION)) {
            if (in == null) {
                throw new IllegalStateException("the example shop's configuration is not in this build");
            }
            return new Settings.Text(
                    "the example shop's hexadmin.yaml", new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What became of a {@link #fill}. */
    public enum Outcome {
        FILLED,
        /** There are rows already: nothing was changed. */
        NOT_EMPTY,
        /** These are not the models of the example shop: nothing was changed. */
        OTHER_MODELS
    }

    /**
     * Loads the data, some 120 000 rows, when all of the shop's tables are empty.
     *
     * @param progress told what is being loaded, on one line
     */
    public static Outcome fill(BulkLoad load, ModelRegistry registry, PrintWriter progress) {
        Storefront shop = new Storefront();
        List<Model> models = new ArrayList<>();
        for (Storefront.Rows rows : shop.rows()) {
            Optional<Model> model = registry.model(rows.model());
            if (model.isEmpty()
                    || model.get().storedFields().size() != rows.row().apply(0).length) {
                return Outcome.OTHER_MODELS;
            }
            models.add(model.get());
        }
        if (!models.stream().allMatch(load::empty)) {
            return Outcome.NOT_EMPTY;
        }
        progress.print("Loading the example shop:");
        progress.flush();
        long count = 0;
        for (int i = 0; i < models.size(); i++) {
            Storefront.Rows rows = shop.rows().get(i);
            progress.print(" " + rows.model());
            progress.flush();
            count += load.load(models.get(i), rows.iterator());
        }
        Model products = registry.model("products").orElseThrow();
        count += load.link(products, products.fieldNamed("tags"), shop.productTags());
        load.analyze();
        progress.println(", " + count + " rows.");
        return Outcome.FILLED;
    }
}
