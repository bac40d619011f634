package com.example.storefront;

import dev.hexadmin.application.plugin.Demo;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
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
}
