package dev.hexadmin.persistence.introspection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldDefinition.Generated;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.text.Label;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.Chinook;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class PostgresqlIntrospectionIT extends IntrospectionContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.postgresql();
    }

    @Override
    DatabaseSettings chinook(Path folder) {
        return Chinook.postgresql();
    }

    @Override
    String generatedKey() {
        return "serial PRIMARY KEY";
    }

    @Test
    void native_types_have_their_fields_and_others_are_texts() {
        ModelDefinition model = models(
                        "CREATE TYPE mood AS ENUM ('sad', 'ok', 'very happy')",
                        "CREATE DOMAIN short AS varchar(8) NOT NULL DEFAULT 'x'",
                        "CREATE DOMAIN shorter AS short CHECK (length(VALUE) < 5)",
                        "CREATE TABLE t (id int8 PRIMARY KEY, m mood NOT NULL DEFAULT 'ok', s shorter, n numeric,"
                                + " n2 numeric(6), c char(3), v varchar, tx text, ts timestamp(3), tz timestamptz,"
                                + " ti time, b bytea, j jsonb, u uuid, r real, a int[], i inet, iv interval,"
                                + " ck text CHECK (ck IN ('a', 'b')), one text CHECK (one IN ('a')),"
                                + " vk varchar(3) CHECK (vk = ANY (ARRAY['x', 'y'])), seq int DEFAULT nextval('pg_catalog.t_seq'))"
                                        .replace(", seq int DEFAULT nextval('pg_catalog.t_seq')", ", seq serial"))
                .getFirst();
        assertThat(model.fields()).extracting(FieldDefinition::name).hasSize(22);
        assertThat(field(model, "i").type()).isEqualTo(FieldType.STRING);
        assertThat(field(model, "a").type()).isEqualTo(FieldType.LIST);
        assertThat(field(model, "a").itemType()).isEqualTo(FieldType.INTEGER.valueType());
        assertThat(field(model, "m").constraints().values()).containsExactly("sad", "ok", "very happy");
        assertThat(field(model, "m").input().defaultValue()).contains(new DefaultValue.Constant("ok"));
        assertThat(field(model, "s").type()).isEqualTo(FieldType.STRING);
        assertThat(field(model, "s").constraints().maxLength()).isEqualTo(OptionalInt.of(8));
        assertThat(field(model, "s").nullable()).isFalse();
        assertThat(field(model, "s").input().defaultValue()).isPresent();
        assertThat(field(model, "n").constraints().precision()).isEmpty();
        assertThat(field(model, "n2").constraints().precision()).isEqualTo(OptionalInt.of(6));
        assertThat(field(model, "n2").constraints().scale()).isEqualTo(OptionalInt.of(0));
        assertThat(field(model, "c").constraints().maxLength()).isEqualTo(OptionalInt.of(3));
        assertThat(field(model, "v").constraints().maxLength()).isEmpty();
        assertThat(field(model, "ts").type()).isEqualTo(FieldType.DATETIME);
        assertThat(field(model, "ti").type()).isEqualTo(FieldType.TIME);
        assertThat(field(model, "iv").type()).isEqualTo(FieldType.DURATION);
        assertThat(field(model, "ck").constraints().values()).containsExactly("a", "b");
        assertThat(field(model, "vk").constraints().values()).containsExactly("x", "y");
        assertThat(field(model, "seq").required()).isFalse();
        assertThat(field(model, "seq").input().defaultValue())
                .get()
                .isInstanceOf(DefaultValue.DatabaseExpression.class);
    }

    @Test
    void comments_are_help_texts() {
        List<ModelDefinition> models = models(
                "CREATE TABLE t (id int PRIMARY KEY, a text, b jsonpath)",
                "CREATE VIEW v AS SELECT a FROM t",
                "COMMENT ON TABLE t IS 'Things'",
                "COMMENT ON VIEW v IS 'All a'",
                "COMMENT ON COLUMN t.a IS 'The first letter'",
                "COMMENT ON COLUMN t.b IS 'A path.'");
        assertThat(named(models, "t").labels().help().map(Label::text)).contains("Things");
        assertThat(named(models, "v").labels().help().map(Label::text)).contains("All a");
        assertThat(field(named(models, "t"), "a").presentation().help().map(Label::text))
                .contains("The first letter");
        assertThat(field(named(models, "t"), "b").presentation().help().map(Label::text))
                .contains("A path. Read-only: the text of a value of the type jsonpath.");
    }

    @Test
    void identities_serials_and_expressions_make_keys() {
        List<ModelDefinition> models = models(
                "CREATE TABLE a (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY)",
                "CREATE TABLE b (id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY)",
                "CREATE TABLE c (id uuid PRIMARY KEY DEFAULT gen_random_uuid())",
                "CREATE TABLE d (id uuid PRIMARY KEY, n int GENERATED ALWAYS AS IDENTITY)",
                "CREATE TABLE e (id jsonb PRIMARY KEY)");
        assertThat(models)
                .extracting(ModelDefinition::name, m -> m.fields().getFirst().generated())
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("a", Generated.BY_DATABASE),
                        org.assertj.core.groups.Tuple.tuple("b", Generated.BY_DATABASE),
                        org.assertj.core.groups.Tuple.tuple("c", Generated.BY_DATABASE),
                        org.assertj.core.groups.Tuple.tuple("d", Generated.NO),
                        org.assertj.core.groups.Tuple.tuple("e", Generated.NO));
        assertThat(field(named(models, "d"), "n").readOnly()).isTrue();
    }

    @Test
    void partitions_belong_to_their_table_and_other_schemas_are_not_looked_at() {
        List<ModelDefinition> models = models(
                "CREATE TABLE log (id int, day date, PRIMARY KEY (id, day)) PARTITION BY RANGE (day)",
                "CREATE TABLE log_2026 PARTITION OF log FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')",
                "CREATE SCHEMA other",
                "CREATE TABLE other.hidden (id int PRIMARY KEY)",
                "CREATE TABLE seen (id int PRIMARY KEY, h int REFERENCES other.hidden (id))",
                "CREATE MATERIALIZED VIEW m AS SELECT * FROM seen");
        assertThat(models).extracting(ModelDefinition::name).containsExactly("log", "m", "seen");
        assertThat(field(named(models, "seen"), "h").type()).isEqualTo(FieldType.INTEGER);
    }

    @Test
    void tables_of_another_schema_are_those_of_another_program_unless_hexadmin_is_there() {
        try (Database database = Database.open(settings(folder))) {
            execute(
                    database,
                    "CREATE SCHEMA cms",
                    "CREATE TABLE cms.admin_users (id int PRIMARY KEY)",
                    "CREATE TABLE cms.pages (id int PRIMARY KEY, author int REFERENCES cms.admin_users (id))",
                    "CREATE SCHEMA second",
                    "CREATE TABLE second.admin_users (id int PRIMARY KEY)",
                    "CREATE TABLE second.admin_schema_history (id int PRIMARY KEY)");
            List<ModelDefinition> models = Introspection.of(database).models(List.of(), List.of("cms", "second"));
            assertThat(models).extracting(ModelDefinition::table).containsExactly("cms.admin_users", "cms.pages");
            assertThat(field(models.getLast(), "author").target().to())
                    .isEqualTo(models.getFirst().name());
        }
    }

    @Test
    void names_that_differ_in_case_only_are_two_tables() {
        List<ModelDefinition> models = models(
                "CREATE TABLE \"Thing\" (id int PRIMARY KEY, \"Name\" text, name text)",
                "CREATE TABLE thing (id int PRIMARY KEY, t int REFERENCES \"Thing\" (id))");
        assertThat(models).extracting(ModelDefinition::name).containsExactly("thing", "thing_2");
        assertThat(field(named(models, "thing_2"), "t").target().to()).isEqualTo("thing");
        assertThat(models.getFirst().fields())
                .extracting(FieldDefinition::name)
                .containsExactly("id", "name", "name_2");
    }
}
