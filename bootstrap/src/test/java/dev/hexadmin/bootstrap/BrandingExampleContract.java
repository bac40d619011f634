package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page, the card, the tab and the field widget of examples/branding on a kind of database. */
abstract class BrandingExampleContract {
    abstract DatabaseSettings database(Path folder);

    @Test
    void the_parts_of_the_plugin_read_and_change_records(@TempDir Path folder) throws Exception {
        try (BrandingExample example = BrandingExample.compiled(folder);
                RunningServer server = example.start(database(folder));
                PanelVisitor root = PanelVisitor.signedIn(server)) {
            BrandingExample.plant(server);
            assertThat(root.get("/admin").texts(".best-rated a"))
                    .containsExactly("Fern 5", "Fern 4", "Fern 3", "Fern 2", "Fern 1");

            Page list = root.get("/admin/plants/?ordering=id");
            assertThat(list.document().select("tbody .stars").eachAttr("aria-label"))
                    .startsWith("1 of 5 stars", "2 of 5 stars");
            assertThat(root.get("/admin/plants/2").text("#related"))
                    .contains("How to keep Fern 2", "Keep it out of the sun.");

            Page counted = root.get("/admin/stock-take")
                    .form("main form")
                    .set("plant", "2")
                    .set("counted", "17")
                    .send();
            assertThat(counted.follow().text(".flashes")).contains("Fern 2: 17 counted.");
            Page rejected = root.get("/admin/stock-take")
                    .form("main form")
                    .set("plant", "2")
                    .set("counted", "many")
                    .send();
            assertThat(rejected.status()).isEqualTo(422);

            root.get("/admin/plants/2/edit")
                    .form("form:has([name=rating])")
                    .set("rating", "5")
                    .send();
            assertThat(server.send("GET", "/admin/api/plants/2", server.token(), "")
                            .body())
                    .contains("\"stock\":17", "\"rating\":5");
        }
    }
}
