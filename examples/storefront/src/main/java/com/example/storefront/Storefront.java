package com.example.storefront;

import dev.hexadmin.application.plugin.Demo;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The example shop of {@code hexadmin serve --demo}. */
public final class Storefront implements Demo {
    private final StorefrontRecords shop = new StorefrontRecords();

    @Override
    public String configuration() {
        try (InputStream in =
                Objects.requireNonNull(Storefront.class.getResourceAsStream("hexadmin.yaml"), "hexadmin.yaml")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public List<Records> records() {
        return shop.records();
    }

    @Override
    public List<Links> links() {
        return List.of(new Links("products", "tags", shop::productTags));
    }

    @Override
    public List<Upload> files() {
        return shop.pictures().entrySet().stream()
                .map(each ->
                        new Upload("products", "image", each.getKey(), () -> picture(each.getKey()), each.getValue()))
                .toList();
    }

    private static InputStream picture(String name) {
        return Objects.requireNonNull(Storefront.class.getResourceAsStream("pictures/" + name), name);
    }

    @Override
    public List<View> views() {
        return List.of(
                new View("orders", "To ship", Map.of("status__in", "paid,packed", "ordering", "ordered_at")),
                new View("orders", "Unpaid", Map.of("status", "pending", "ordering", "ordered_at")),
                new View("products", "Low stock", Map.of("status", "active", "stock__lt", "10", "ordering", "stock")),
                new View("reviews", "To approve", Map.of("status", "waiting", "ordering", "created_at")));
    }
}
