package dev.hexadmin.bootstrap.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.plugin.Demo;
import dev.hexadmin.bootstrap.configuration.Settings;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.persistence.Persistence;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

abstract class DemoDataContract {
    @TempDir
    Path folder;

    private final DemoData demo = DemoData.find().orElseThrow();

    abstract DatabaseSettings database(Path folder);

    private ModelRegistry registry() {
        return ModelRegistry.of(
                Settings.load(Map.of(), Map.of(), folder, demo.configuration()).models());
    }

    @Test
    void its_data_goes_into_empty_tables_once() {
        ModelRegistry registry = registry();
        try (Persistence persistence = Persistence.open(database(folder))) {
            persistence.migrate();
            persistence.manage(registry.models());
            StringWriter progress = new StringWriter();
            PrintWriter out = new PrintWriter(progress);
            assertThat(demo.load(persistence.bulkLoad(), registry, out)).isEqualTo(DemoData.Result.LOADED);
            assertThat(progress.toString())
                    .contains("order_lines")
                    .contains(" rows.")
                    .hasLineCount(1);
            assertThat(registry.models())
                    .allSatisfy(model ->
                            assertThat(persistence.bulkLoad().empty(model)).isFalse());
            assertThat(demo.load(persistence.bulkLoad(), registry, out)).isEqualTo(DemoData.Result.NOT_EMPTY);
            ModelRegistry other = ModelRegistry.of(List.of(ModelDefinition.builder("customers")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .build()));
            assertThat(demo.load(persistence.bulkLoad(), other, out)).isEqualTo(DemoData.Result.OTHER_MODELS);
        }
    }

    @Test
    void its_data_obeys_the_rules_of_its_models() {
        ModelRegistry registry = registry();
        for (Demo.Records rows : demo.records()) {
            Model model = registry.model(rows.model()).orElseThrow();
            rows.iterator().forEachRemaining(row -> {
                for (int i = 0; i < row.length; i++) {
                    FieldDefinition field = model.storedFields().get(i);
                    String where = model.name() + "." + field.name() + " = " + row[i];
                    if (row[i] == null) {
                        assertThat(field.nullable()).as(where).isTrue();
                    } else if (row[i] instanceof String text) {
                        assertThat(text.codePointCount(0, text.length()))
                                .as(where)
                                .isBetween(1, field.constraints().maxLength().orElse(1000));
                        assertThat(field.constraints().values().isEmpty()
                                        || field.constraints().values().contains(text))
                                .as(where)
                                .isTrue();
                        assertThat(field.constraints()
                                        .pattern()
                                        .map(p -> p.matcher(text).find())
                                        .orElse(true))
                                .as(where)
                                .isTrue();
                    }
                }
            });
        }
    }

    @Test
    void half_of_its_products_have_a_picture() throws IOException {
        ModelRegistry registry = registry();
        List<Long> keys = new ArrayList<>();
        for (Demo.Upload upload : demo.files()) {
            Model model = registry.model(upload.model()).orElseThrow();
            assertThat(model.fieldNamed(upload.field()).type()).isEqualTo(FieldType.IMAGE);
            try (InputStream content = upload.content().get()) {
                assertThat(ImageIO.read(content)).as(upload.name()).isNotNull();
            }
            keys.addAll(upload.records());
        }
        assertThat(keys).hasSizeBetween(1_000, 1_400).doesNotHaveDuplicates();
    }
}
