package dev.hexadmin.bootstrap.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.domain.access.RowPolicy;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The policies that {@code docs/row-policies.md} shows. */
class RowPolicyDocumentTest {
    @Test
    void every_policy_that_is_shown_is_one_of_the_example_shop() throws IOException {
        Path repository = Files.exists(Path.of("examples")) ? Path.of("") : Path.of("..");
        String shop = Files.readString(repository.resolve("examples/storefront/hexadmin.yaml"));
        Model orders = ModelRegistry.of(
                        ModelsYaml.read("hexadmin.yaml", shop.substring(shop.indexOf("\nmodels:")), Set.of()))
                .model("orders")
                .orElseThrow();
        Matcher shown = Pattern.compile("(?ms)^```text\\n(.*?)^```")
                .matcher(Files.readString(repository.resolve("docs/row-policies.md")));
        assertThat(shown.find()).isTrue();
        List<String> policies = shown.group(1).lines().toList();
        assertThat(policies)
                .hasSizeGreaterThan(5)
                .allSatisfy(policy -> assertThat(RowPolicy.read(orders, policy))
                        .as(policy)
                        .isInstanceOf(RowPolicy.Reading.Understood.class));
        assertThat(RowPolicy.read(orders, "status = paid")).isInstanceOf(RowPolicy.Reading.Misunderstood.class);
    }
}
