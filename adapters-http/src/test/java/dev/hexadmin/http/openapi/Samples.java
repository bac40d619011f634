package dev.hexadmin.http.openapi;

import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.Exposure;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import java.math.BigDecimal;
import java.util.List;

/** Models with every field type, every kind of key and every exposure. */
public final class Samples {
    private Samples() {}

    public static ModelRegistry models() {
        return ModelRegistry.of(List.of(
                ModelDefinition.builder("categories")
                        .labelPlural("Categories")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .field("name", FieldType.STRING, f -> f.required().maxLength(80))
                        .searchFields(List.of("name"))
                        .navGroup("Catalogue")
                        .build(),
                ModelDefinition.builder("tags")
                        .field("id", FieldType.UUID, FieldDefinition.Builder::primaryKey)
                        .field("name", FieldType.STRING)
                        .build(),
                ModelDefinition.builder("countries")
                        .field("code", FieldType.STRING, f -> f.primaryKey().maxLength(2))
                        .field("name", FieldType.STRING, FieldDefinition.Builder::required)
                        .build(),
                ModelDefinition.builder("products")
                        .labelPlural("Products")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .field(
                                "name",
                                FieldType.STRING,
                                f -> f.required().maxLength(120).unique().help("As on the box"))
                        .field("description", FieldType.TEXT)
                        .field(
                                "price",
                                FieldType.DECIMAL,
                                f -> f.precision(10).scale(2).required().minimum(BigDecimal.ZERO))
                        .field("stock", FieldType.INTEGER, f -> f.defaultValue(new DefaultValue.Constant(0L)))
                        .field("weight", FieldType.FLOAT)
                        .field("fragile", FieldType.BOOLEAN)
                        .field("status", FieldType.ENUM, f -> f.values(List.of("draft", "active")))
                        .field("category_id", FieldType.REFERENCE, f -> f.to("categories"))
                        .field("origin", FieldType.REFERENCE, f -> f.to("countries"))
                        .field("tags", FieldType.REFERENCES, f -> f.to("tags"))
                        .field("released_on", FieldType.DATE)
                        .field("opens", FieldType.TIME)
                        .field("sold_at", FieldType.DATETIME, f -> f.defaultValue(new DefaultValue.Now()))
                        .field(
                                "created_at",
                                FieldType.DATETIME,
                                f -> f.defaultValue(new DefaultValue.Now()).readOnly())
                        .field("serial", FieldType.UUID)
                        .field("contact", FieldType.EMAIL)
                        .field("site", FieldType.URL)
                        .field("photo", FieldType.BINARY, f -> f.maxLength(100))
                        .field("attributes", FieldType.JSON)
                        .field("secret", FieldType.STRING, FieldDefinition.Builder::writeOnly)
                        .searchFields(List.of("name", "description", "category__name"))
                        .ordering(List.of("-created_at"))
                        .navGroup("Catalogue")
                        .requireIfMatch()
                        .build(),
                ModelDefinition.builder("playlist_track")
                        .field(
                                "playlist_id",
                                FieldType.INTEGER,
                                f -> f.primaryKey().generated(FieldDefinition.Generated.NO))
                        .field(
                                "track_id",
                                FieldType.INTEGER,
                                f -> f.primaryKey().generated(FieldDefinition.Generated.NO))
                        .build(),
                ModelDefinition.builder("pages")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .field("page", FieldType.INTEGER)
                        .exposure(Exposure.HTML)
                        .build(),
                ModelDefinition.builder("events")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .field("page", FieldType.INTEGER)
                        .field("page_id", FieldType.REFERENCE, f -> f.to("pages"))
                        .exposure(Exposure.API)
                        .build(),
                ModelDefinition.builder("hidden_things")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .exposure(Exposure.NOWHERE)
                        .build(),
                ModelDefinition.builder("admin_audit_log")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .field("event", FieldType.STRING)
                        .access(ModelDefinition.Access.BUILT_IN)
                        .readOnly()
                        .build(),
                ModelDefinition.builder("admin_roles")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .field("name", FieldType.STRING)
                        .access(ModelDefinition.Access.BUILT_IN)
                        .build(),
                ModelDefinition.builder("admin_users")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .field("roles", FieldType.REFERENCES, f -> f.to("admin_roles"))
                        .access(ModelDefinition.Access.BUILT_IN)
                        .build()));
    }
}
