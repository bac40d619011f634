package dev.hexadmin.persistence.records;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Reference.OnDelete;
import dev.hexadmin.persistence.database.sqlite.SqliteKind;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.jdbc.Database;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Models with every type of field, key and relation, and their tables. */
final class SampleModels {
    static final ModelRegistry REGISTRY = ModelRegistry.of(List.of(
            ModelDefinition.builder("categories")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .field("name", FieldType.STRING, f -> f.required().unique())
                    .field(
                            "parent_id",
                            FieldType.REFERENCE,
                            f -> f.to("categories").onDelete(OnDelete.CASCADE))
                    .build(),
            ModelDefinition.builder("tags")
                    .field("id", FieldType.UUID, FieldDefinition.Builder::primaryKey)
                    .field("word", FieldType.STRING, f -> f.required())
                    .display("{word}")
                    .build(),
            ModelDefinition.builder("things")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .field("name", FieldType.STRING, f -> f.maxLength(40))
                    .field("body", FieldType.TEXT)
                    .field("amount", FieldType.INTEGER)
                    .field("price", FieldType.DECIMAL, f -> f.precision(10).scale(2))
                    .field("huge", FieldType.DECIMAL, f -> f.precision(40).scale(10))
                    .field("free", FieldType.DECIMAL)
                    .field("ratio", FieldType.FLOAT)
                    .field("active", FieldType.BOOLEAN)
                    .field("day", FieldType.DATE)
                    .field("clock", FieldType.TIME)
                    .field("moment", FieldType.DATETIME)
                    .field("span", FieldType.DURATION)
                    .field("token", FieldType.UUID, f -> f.column("Odd \"Token\""))
                    .field("status", FieldType.ENUM, f -> f.values(List.of("draft", "active", "retired")))
                    .field("document", FieldType.JSON)
                    .field("words", FieldType.LIST, f -> f.of(FieldType.STRING))
                    .field("colour", FieldType.COLOUR)
                    .field("notes", FieldType.MARKDOWN)
                    .field("source", FieldType.CODE)
                    .field("bytes", FieldType.BINARY)
                    .field("mail", FieldType.EMAIL)
                    .field("link", FieldType.URL)
                    .field("secret", FieldType.STRING, f -> f.writeOnly())
                    .field("category_id", FieldType.REFERENCE, f -> f.to("categories"))
                    .field("tags", FieldType.REFERENCES, f -> f.to("tags"))
                    .display("{name}")
                    .build(),
            ModelDefinition.builder("prices")
                    .field("thing", FieldType.INTEGER, f -> f.primaryKey().generated(FieldDefinition.Generated.NO))
                    .field("region", FieldType.STRING, FieldDefinition.Builder::primaryKey)
                    .field("amount", FieldType.DECIMAL, f -> f.precision(10).scale(2))
                    .field("for_thing", FieldType.REFERENCE, f -> f.to("things").onDelete(OnDelete.CASCADE))
                    .uniqueTogether("amount", "region")
                    .build(),
            ModelDefinition.builder("notes")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .field("thing_id", FieldType.REFERENCE, f -> f.to("things").onDelete(OnDelete.SET_NULL))
                    .field(
                            "about_id",
                            FieldType.REFERENCE,
                            f -> f.to("categories").onDelete(OnDelete.RESTRICT))
                    .field("text", FieldType.STRING)
                    .build(),
            ModelDefinition.builder("rings")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .field("next_id", FieldType.REFERENCE, f -> f.to("links").onDelete(OnDelete.CASCADE))
                    .build(),
            ModelDefinition.builder("links")
                    .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                    .field("next_id", FieldType.REFERENCE, f -> f.to("rings").onDelete(OnDelete.CASCADE))
                    .build()));

    private SampleModels() {}

    static Model model(String name) {
        return REGISTRY.model(name).orElseThrow();
    }

    static FieldDefinition field(String model, String name) {
        return model(model).fieldNamed(name);
    }

    /** Creates the tables, with a foreign key for every reference of the registry. */
    static void create(Database database) {
        Dialect dialect = database.kind().dialect();
        database.write(scope -> database.change(session -> {
            try (Statement statement = session.connection().createStatement()) {
                List<String> later = new ArrayList<>();
                for (Model model : REGISTRY.models()) {
                    statement.execute(table(database, dialect, model, later));
                }
                for (String sql : later) {
                    statement.execute(sql);
                }
            }
            return 0;
        }));
    }

    private static String table(Database database, Dialect dialect, Model model, List<String> later) {
        List<String> parts = new ArrayList<>();
        List<String> rules = new ArrayList<>();
        for (FieldDefinition field : model.storedFields()) {
            String type = dialect.managedType(model, field);
            String column = dialect.quote(field.column()) + " " + type;
            if (field.generated() == FieldDefinition.Generated.BY_DATABASE) {
                column += database.kind().schema().generatedKey(false);
            } else if (field.primaryKey() && model.key().size() == 1) {
                column += " NOT NULL PRIMARY KEY";
            } else if (!field.nullable()) {
                column += " NOT NULL";
            }
            parts.add(column + (field.storage().unique() ? " UNIQUE" : ""));
            if (field.type() == FieldType.REFERENCE) {
                Model target = model.target(field);
                String key = "FOREIGN KEY (" + dialect.quote(field.column()) + ") REFERENCES "
                        + dialect.quote(target.table()) + " ("
                        + dialect.quote(target.key().getFirst().column()) + ")";
                if (database.kind() instanceof SqliteKind) {
                    rules.add(key);
                } else {
                    later.add("ALTER TABLE " + dialect.quote(model.table()) + " ADD " + key);
                }
            }
        }
        parts.addAll(rules);
        if (model.key().size() > 1) {
            parts.add("PRIMARY KEY (" + columns(dialect, model, model.key()) + ")");
        }
        for (List<String> group : model.definition().storage().uniqueTogether()) {
            parts.add("UNIQUE ("
                    + columns(
                            dialect,
                            model,
                            group.stream().map(model::fieldNamed).toList()) + ")");
        }
        if (model.field("amount").isPresent() && model.name().equals("things")) {
            parts.add("CONSTRAINT amount_is_small CHECK (amount < 1000000000000)");
        }
        for (FieldDefinition field : model.referencesFields()) {
            var join = field.target().through().orElseThrow();
            Model target = model.target(field);
            String source = dialect.managedType(model, model.key().getFirst());
            later.add("CREATE TABLE " + join.table() + " (" + join.sourceColumn() + " " + source
                    + " NOT NULL REFERENCES "
                    + model.table() + " (id), " + join.targetColumn() + " "
                    + dialect.managedType(target, target.key().getFirst()) + " NOT NULL REFERENCES " + target.table()
                    + " (id), PRIMARY KEY (" + join.sourceColumn() + ", " + join.targetColumn() + "))");
        }
        return "CREATE TABLE " + dialect.quote(model.table()) + " (" + String.join(", ", parts) + ")";
    }

    private static String columns(Dialect dialect, Model model, List<FieldDefinition> fields) {
        return String.join(
                ", ", fields.stream().map(f -> dialect.quote(f.column())).toList());
    }
}
