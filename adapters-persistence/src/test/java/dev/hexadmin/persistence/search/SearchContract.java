package dev.hexadmin.persistence.search;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.application.search.SearchAssembly;
import dev.hexadmin.application.search.SearchingRecords;
import dev.hexadmin.application.search.SearchingRecords.Choice;
import dev.hexadmin.application.search.SearchingRecords.Hit;
import dev.hexadmin.application.search.SearchingRecords.Suggestion;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Grant;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.Exposure;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.text.Label;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.records.JdbcRecords;
import dev.hexadmin.persistence.schema.ManagedSchema;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.nio.file.Path;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

abstract class SearchContract {
    static final Actor SUPERUSER =
            new Actor.SignedIn(new UserId(1), new EmailAddress("s@example.com"), Rights.ALL, Actor.Origin.LOCAL);

    @TempDir
    Path folder;

    Database database;
    SearchTables tables;
    SearchingRecords search;

    /** The rule of the model {@code articles}, as code. */
    Condition rule = Condition.always();

    abstract DatabaseSettings settings(Path folder);

    private static ModelDefinition.Builder articles() {
        return ModelDefinition.builder("articles")
                .labelPlural("Articles")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("title", FieldType.STRING)
                .field("body", FieldType.TEXT)
                .field("secret_note", FieldType.STRING)
                .field("digital", FieldType.BOOLEAN)
                .display("{title}")
                .searchFields(List.of("title", "body", "secret_note"));
    }

    static ModelRegistry registry(ModelDefinition.Builder articles) {
        return ModelRegistry.of(List.of(
                articles.build(),
                ModelDefinition.builder("stickers")
                        .labelPlural("Stickers")
                        .field("id", FieldType.UUID, FieldDefinition.Builder::primaryKey)
                        .field("name", FieldType.STRING)
                        .build(),
                ModelDefinition.builder("pairs")
                        .field("one", FieldType.INTEGER, f -> f.primaryKey().generated(FieldDefinition.Generated.NO))
                        .field("two", FieldType.STRING, FieldDefinition.Builder::primaryKey)
                        .field("name", FieldType.STRING)
                        .build(),
                ModelDefinition.builder("pages")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .field("title", FieldType.STRING)
                        .exposure(Exposure.HTML)
                        .build(),
                ModelDefinition.builder("loans")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .field("article_id", FieldType.REFERENCE, f -> f.to("articles"))
                        .field("stickers", FieldType.REFERENCES, f -> f.to("stickers"))
                        .field("note", FieldType.INTEGER)
                        .exposure(Exposure.API)
                        .build(),
                ModelDefinition.builder("events")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .field("title", FieldType.STRING)
                        .exposure(Exposure.API)
                        .build()));
    }

    @BeforeEach
    void open() {
        database = Database.open(settings(folder));
        ModelRegistry models = registry(articles());
        new ManagedSchema(database).apply(models.models());
        change("INSERT INTO articles (id, title, body) VALUES (1, 'There before the index', 'x')");
        tables = new SearchTables(database);
        tables.apply(models.models());
        search = searching(models);
        change("""
            INSERT INTO articles (id, title, body, secret_note) VALUES
            (10, 'Iron Maiden', 'A band from London.', 'alpha'),
            (11, 'Iron Maiden Live', 'Recorded in Donington.', 'beta'),
            (12, 'The iron age', 'Long before any maiden was recorded', 'gamma'),
            (13, 'Environment', 'Nothing of metal', 'delta'),
            (14, 'Something else', 'Steel is made from iron', 'epsilon'),
            (15, 'Brücke über den Fluß', 'Größe ÄÖÜ', 'zeta'),
            (16, '100% "quoted" (a OR b)*', 'back\\slash under_score', 'eta'),
            (17, 'Ox', 'yz', 'theta'),
            (18, NULL, 'untitled thing about irony', 'iota')
            """);
        change("INSERT INTO stickers (id, name) VALUES ('0190a0a0-0000-7000-8000-000000000001', 'Iron sticker')");
        change("INSERT INTO pairs (one, two, name) VALUES (1, 'a,b', 'Iron pair')");
        change("INSERT INTO pages (id, title) VALUES (1, 'Iron page')");
        change("INSERT INTO events (id, title) VALUES (1, 'Iron event')");
    }

    @AfterEach
    void close() {
        database.close();
    }

    private SearchingRecords searching(ModelRegistry models) {
        RecordHooks hooks = new RecordHooks() {
            @Override
            public Condition rowPolicy(Actor actor) {
                return rule;
            }
        };
        return SearchAssembly.of(
                        models,
                        new JdbcSearchIndex(database, new JdbcRecords(database, models, new byte[32]), tables),
                        (actor, model, action) ->
                                actor.rights().policies(action, model).isEmpty()
                                        ? Condition.always()
                                        : compare(model, "id", Lookup.LTE, 11L),
                        Map.of("articles", hooks),
                        InstantSource.system())
                .searching();
    }

    private static Condition compare(Model model, String field, Lookup lookup, Object value) {
        return new Condition.Compare(FieldPath.of(model, model.fieldNamed(field)), lookup, List.of(value));
    }

    final void change(String sql) {
        database.write(scope -> database.change(session -> {
            try (Statement statement = session.connection().createStatement()) {
                return statement.executeUpdate(sql);
            }
        }));
    }

    /** Lets the indexes catch up. */
    final void settle() {
        int rounds = 0;
        while (tables.catchUp()) {
            assertThat(++rounds).isLessThan(100_000);
        }
    }

    final List<String> labels(String query) {
        return labels(SUPERUSER, query);
    }

    final List<String> labels(Actor actor, String query) {
        return search.search(actor, query, Optional.of(List.of("articles")), 100).hits().stream()
                .map(Hit::label)
                .toList();
    }

    private static Actor user(Grant... grants) {
        return new Actor.SignedIn(
                new UserId(2),
                new EmailAddress("u@example.com"),
                new Rights(false, List.of(grants)),
                Actor.Origin.LOCAL);
    }

    private void bothWays(Runnable check) {
        check.run();
        settle();
        check.run();
    }

    @Test
    void the_best_named_come_first() {
        bothWays(() -> {
            assertThat(labels("iron maiden")).containsExactly("Iron Maiden", "Iron Maiden Live", "The iron age");
            assertThat(labels("IRON"))
                    .containsExactly(
                            "Iron Maiden", "Iron Maiden Live", "The iron age", "Environment", "18", "Something else");
        });
    }

    @Test
    void each_word_has_to_be_somewhere_and_any_part_of_a_word_will_do() {
        bothWays(() -> {
            assertThat(labels("ondo iro")).containsExactly("Iron Maiden");
            assertThat(labels("maiden nowhere")).isEmpty();
            assertThat(labels("  age \t iron ")).containsExactly("The iron age");
            assertThat(labels("iron iron")).hasSize(6);
        });
    }

    @Test
    void upper_and_lower_case_are_one_also_beyond_ascii() {
        bothWays(() -> {
            assertThat(labels("BRÜCKE")).containsExactly("Brücke über den Fluß");
            assertThat(labels("größe")).containsExactly("Brücke über den Fluß");
            assertThat(labels("äöü")).containsExactly("Brücke über den Fluß");
            assertThat(labels("Über den")).containsExactly("Brücke über den Fluß");
        });
    }

    @Test
    void short_queries_find_too() {
        bothWays(() -> {
            assertThat(labels("ox")).containsExactly("Ox");
            assertThat(labels("yz")).containsExactly("Ox");
            assertThat(labels("ü")).containsExactly("Brücke über den Fluß");
            assertThat(labels("ox zzz")).isEmpty();
        });
    }

    @Test
    void without_an_index_of_words_older_records_are_found_by_indexed_fields() {
        ModelRegistry models = ModelRegistry.of(List.of(ModelDefinition.builder("parcels")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("number", FieldType.STRING, f -> f.required().unique().maxLength(20))
                .field("note", FieldType.STRING, f -> f.maxLength(20))
                .searchFields(List.of("number", "note"))
                .build()));
        new ManagedSchema(database).apply(models.models());
        String digits =
                IntStream.range(0, 10).mapToObj(n -> "SELECT " + n + " AS n").collect(joining(" UNION ALL "));
        change("INSERT INTO parcels (id, number, note)"
                + " SELECT 1 + k, CAST(1000000 + k AS CHAR(7)), CAST(2000000 + k AS CHAR(7)) FROM (SELECT"
                + " a.n + 10 * b.n + 100 * c.n + 1000 * d.n + 10000 * e.n AS k FROM "
                + Stream.of("a", "b", "c", "d", "e")
                        .map(name -> "(" + digits + ") " + name)
                        .collect(joining(", "))
                + ") numbers WHERE k < 50010");
        change("UPDATE parcels SET number = 'A-1', note = 'B-1' WHERE id = 1");
        tables = new SearchTables(database);
        search = searching(models);
        assertThat(keys("1000005")).containsExactly(6L);
        assertThat(keys("100000")).containsExactlyInAnyOrder(2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L);
        assertThat(keys("a-1")).containsExactly(1L);
        assertThat(keys("1000005 000005")).containsExactly(6L);
        assertThat(keys("1000005 2000006")).isEmpty();
        assertThat(keys("2000005")).as("without an index of the field").isEmpty();
        assertThat(keys("2050005")).containsExactly(50_006L);
    }

    private List<Long> keys(String query) {
        SearchingRecords.Found found = search.search(SUPERUSER, query, Optional.of(List.of("parcels")), 100);
        assertThat(found.newestOnly()).extracting(Model::name).containsExactly("parcels");
        return found.hits().stream()
                .map(hit -> (Long) hit.key().values().getFirst())
                .toList();
    }

    @Test
    void no_character_means_anything_but_itself() {
        bothWays(() -> {
            assertThat(labels("100%")).containsExactly("100% \"quoted\" (a OR b)*");
            assertThat(labels("%%%")).isEmpty();
            assertThat(labels("100_")).isEmpty();
            assertThat(labels("\"quoted\"")).hasSize(1);
            assertThat(labels("b)*")).hasSize(1);
            assertThat(labels("under_score")).hasSize(1);
            assertThat(labels("underXscore")).isEmpty();
            assertThat(labels("back\\slash")).hasSize(1);
            for (String odd : List.of(
                    "\"",
                    "\"\"",
                    "*",
                    "iron*",
                    "title:iron",
                    "{f0}",
                    "NEAR(a b)",
                    "AND",
                    "a OR b",
                    "NOT iron",
                    "^iron",
                    "(((",
                    "iro\"n",
                    "'; DROP TABLE articles; --",
                    "-iron",
                    "iron + maiden",
                    "[a-z]",
                    "\\",
                    "\uD83D\uDE00",
                    "\uD83D\uDE00\uD83D\uDE00\uD83D\uDE00",
                    "İi",
                    "\u0000".isEmpty() ? "" : "\u0001")) {
                labels(odd);
            }
            assertThat(labels("'; DROP")).isEmpty();
            assertThat(labels("iron")).isNotEmpty();
        });
    }

    @Test
    void every_model_of_the_api_is_searched_whatever_its_key() {
        bothWays(() -> {
            List<Hit> hits =
                    search.search(SUPERUSER, "iron", Optional.empty(), 100).hits();
            assertThat(hits.stream().map(hit -> hit.model().name()).distinct())
                    .containsExactlyInAnyOrder("articles", "stickers", "pairs", "events");
            assertThat(hits.stream()
                            .filter(hit -> hit.model().name().equals("pairs"))
                            .map(hit -> hit.key().encoded()))
                    .containsExactly("1,a%2Cb");
            assertThat(hits.stream()
                            .filter(hit -> hit.model().name().equals("stickers"))
                            .map(hit -> hit.key().encoded()))
                    .containsExactly("0190a0a0-0000-7000-8000-000000000001");
            assertThat(hits).isSortedAccordingTo((a, b) -> Double.compare(b.score(), a.score()));
            assertThat(hits).allSatisfy(hit -> assertThat(hit.score()).isBetween(0.0, 1.0));
        });
    }

    @Test
    void only_what_the_caller_may_view_is_found() {
        bothWays(() -> {
            assertThat(search.search(
                                    user(
                                            Grant.of("stickers", Set.of(Action.VIEW)),
                                            Grant.of("events", Set.of(Action.EDIT))),
                                    "iron",
                                    Optional.empty(),
                                    100)
                            .hits())
                    .extracting(Hit::label)
                    .containsExactly("Iron sticker");
            Actor bound = user(new Grant("articles", Set.of(Action.VIEW), Map.of(), Optional.of("id <= 11")));
            assertThat(labels(bound, "iron")).containsExactly("Iron Maiden", "Iron Maiden Live");
            rule = Condition.never();
            assertThat(labels("iron")).isEmpty();
            rule = Condition.always();
        });
    }

    @Test
    void hidden_fields_are_neither_searched_nor_shown() {
        Actor noNotes =
                user(new Grant("articles", Set.of(Action.VIEW), Map.of("secret_note", Set.of()), Optional.empty()));
        Actor noTitles = user(new Grant("articles", Set.of(Action.VIEW), Map.of("title", Set.of()), Optional.empty()));
        bothWays(() -> {
            assertThat(labels("epsilon")).containsExactly("Something else");
            assertThat(labels(noNotes, "epsilon")).isEmpty();
            assertThat(labels(noTitles, "environment")).isEmpty();
            assertThat(search.search(noTitles, "steel", Optional.empty(), 10).hits())
                    .singleElement()
                    .satisfies(hit -> {
                        assertThat(hit.label()).isEqualTo("14");
                        assertThat(hit.snippet()).isEqualTo("Steel is made from iron");
                    });
        });
    }

    @Test
    void a_query_is_checked() {
        for (String bad : List.of("", "   ", "x".repeat(201), "a\u0000b", "a\uD800")) {
            assertThatExceptionOfType(RequestRejectedException.class)
                    .isThrownBy(() -> search.search(SUPERUSER, bad, Optional.empty(), 20))
                    .satisfies(refused -> {
                        assertThat(refused.category()).isEqualTo(RequestRejectedException.Category.INVALID);
                        assertThat(refused.violations().getFirst().pointer()).isEqualTo("?q");
                    });
        }
        assertThat(labels("x".repeat(200))).isEmpty();
        assertThat(labels("qx ".repeat(66))).isEmpty();
        for (String unknown : List.of("nothing", "pages")) {
            assertThatExceptionOfType(RequestRejectedException.class)
                    .isThrownBy(() -> search.search(SUPERUSER, "x", Optional.of(List.of("articles", unknown)), 20))
                    .satisfies(refused -> {
                        assertThat(refused.category()).isEqualTo(RequestRejectedException.Category.MALFORMED);
                        assertThat(refused.violations().getFirst().pointer()).isEqualTo("?models");
                    });
        }
        assertThatExceptionOfType(RequestRejectedException.class)
                .isThrownBy(() -> search.search(user(), "x", Optional.of(List.of("articles")), 20))
                .satisfies(refused ->
                        assertThat(refused.category()).isEqualTo(RequestRejectedException.Category.FORBIDDEN));
        assertThatExceptionOfType(RequestRejectedException.class)
                .isThrownBy(() -> search.search(new Actor.Anonymous(Actor.Origin.LOCAL), "x", Optional.empty(), 20))
                .satisfies(refused ->
                        assertThat(refused.category()).isEqualTo(RequestRejectedException.Category.UNAUTHENTICATED));
    }

    @Test
    void suggestions_are_models_fields_and_records_of_the_panel() {
        assertThat(search.suggest(SUPERUSER, "", Label::text))
                .extracting(Suggestion::label)
                .containsExactly("Articles", "Pages", "Pairs", "Stickers");
        List<Suggestion> some = search.suggest(SUPERUSER, "ti", Label::text);
        assertThat(some).hasSizeLessThanOrEqualTo(15);
        assertThat(some)
                .extracting(Suggestion::kind, Suggestion::label)
                .contains(
                        org.assertj.core.api.Assertions.tuple(Suggestion.Kind.MODEL, "Articles"),
                        org.assertj.core.api.Assertions.tuple(Suggestion.Kind.FIELD, "Title"));
        assertThat(search.suggest(SUPERUSER, "iron pa", Label::text))
                .extracting(Suggestion::kind, Suggestion::label)
                .containsExactlyInAnyOrder(
                        org.assertj.core.api.Assertions.tuple(Suggestion.Kind.RECORD, "Iron page"),
                        org.assertj.core.api.Assertions.tuple(Suggestion.Kind.RECORD, "Iron pair"));
        assertThat(search.suggest(user(Grant.of("stickers", Set.of(Action.VIEW))), "iron", Label::text))
                .extracting(Suggestion::label)
                .containsExactly("Iron sticker");
        assertThat(search.suggest(user(), "", Label::text)).isEmpty();
    }

    @Test
    void records_of_one_model_do_not_leave_out_those_of_another() {
        change("INSERT INTO articles (id, title) VALUES (61, 'Oak a'), (62, 'Oak b'), (63, 'Oak c'), (64, 'Oak d'),"
                + " (65, 'Oak e'), (66, 'Oak f'), (67, 'Oak g')");
        assertThat(search.suggest(SUPERUSER, "oak", Label::text)).hasSize(7);
        change("INSERT INTO pages (id, title) VALUES (61, 'A page on oaks')");
        assertThat(search.suggest(SUPERUSER, "oak", Label::text))
                .extracting(Suggestion::label)
                .containsExactly("Oak a", "Oak b", "Oak c", "Oak d", "Oak e", "A page on oaks");
    }

    @Test
    void when_the_search_fields_change_the_index_does() {
        settle();
        ModelRegistry models = registry(articles().searchFields(List.of("body")));
        tables.apply(models.models());
        search = searching(models);
        bothWays(() -> {
            assertThat(labels("iron maiden")).isEmpty();
            assertThat(labels("steel")).containsExactly("Something else");
        });
        ModelRegistry before = registry(articles());
        tables.apply(before.models());
        tables.apply(before.models());
        search = searching(before);
        change("INSERT INTO articles (id, title) VALUES (50, 'Added later')");
        bothWays(() -> {
            assertThat(labels("iron maiden")).hasSize(3);
            assertThat(labels("added later")).containsExactly("Added later");
        });
    }

    @Test
    void a_table_that_is_not_managed_is_searched_without_an_index() {
        tables = new SearchTables(database);
        search = searching(registry(articles()));
        assertThat(labels("iron maiden")).containsExactly("Iron Maiden", "Iron Maiden Live", "The iron age");
        assertThat(labels("BRÜCKE")).hasSize(1);
        assertThat(search.search(SUPERUSER, "iron", Optional.empty(), 100).total())
                .isEqualTo(9);
    }

    @Test
    void among_sixty_thousand_the_best_is_found() {
        String rows = "WITH RECURSIVE n(i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < 60999) SELECT i,"
                + " 'Chair number ' || i, 'A common description of furniture' FROM n";
        change("INSERT INTO articles (id, title, body) " + rows);
        change("UPDATE articles SET title = 'Furniture' WHERE id = 30000");
        settle();
        assertThat(labels("furniture").getFirst()).isEqualTo("Furniture");
        assertThat(labels("furniture")).hasSize(100);
        assertThat(labels("number 42424")).containsExactly("Chair number 42424");
        assertThat(labels("Chair number 1001").getFirst()).isEqualTo("Chair number 1001");
        assertThat(labels("ch")).hasSize(100);
        Actor bound = user(new Grant("articles", Set.of(Action.VIEW), Map.of(), Optional.of("id <= 11")));
        assertThat(labels(bound, "iron")).hasSize(2);
    }

    // ---- choosing what a reference leads to

    private Model model(String name) {
        return registry(articles()).model(name).orElseThrow();
    }

    private List<String> choices(Actor actor, String field, String typed, int limit) {
        return search.choices(actor, model("loans"), field, typed, limit).stream()
                .map(Choice::label)
                .toList();
    }

    private static Grant grant(String model, Map<String, Set<Action>> fields, Action... actions) {
        return new Grant(model, Set.of(actions), fields, Optional.empty());
    }

    @Test
    void what_a_reference_may_lead_to_is_found_while_typing() {
        bothWays(() -> {
            assertThat(choices(SUPERUSER, "article_id", "iron maiden", 2))
                    .containsExactly("Iron Maiden", "Iron Maiden Live");
            assertThat(choices(SUPERUSER, "article_id", "iron", 2)).containsExactly("Iron Maiden", "Iron Maiden Live");
            assertThat(choices(SUPERUSER, "article_id", "o", 20)).contains("Ox");
            assertThat(choices(SUPERUSER, "article_id", "nowhere", 20)).isEmpty();
            assertThat(choices(SUPERUSER, "article_id", " 13 ", 20)).containsExactly("Environment");
            assertThat(choices(SUPERUSER, "stickers", "", 20)).containsExactly("Iron sticker");
            assertThat(choices(SUPERUSER, "stickers", "0190a0a0-0000-7000-8000-000000000001", 20))
                    .containsExactly("Iron sticker");
        });
        assertThat(search.choices(SUPERUSER, model("loans"), "article_id", "ox", 1))
                .containsExactly(new Choice(new RecordKey(List.of(17L)), "Ox", "yz · theta"));
    }

    @Test
    void records_of_one_name_are_told_apart_by_what_the_actor_may_view_of_them() {
        change("INSERT INTO articles (id, title, body, secret_note, digital) VALUES (21, 'Ox', 'zz', 'kappa', TRUE),"
                + " (22, 'Ox', NULL, NULL, TRUE)");
        settle();
        bothWays(() -> assertThat(search.choices(SUPERUSER, model("loans"), "article_id", "ox", 20))
                .containsExactlyInAnyOrder(
                        new Choice(new RecordKey(List.of(17L)), "Ox", "yz · theta"),
                        new Choice(new RecordKey(List.of(21L)), "Ox", "zz · kappa"),
                        new Choice(new RecordKey(List.of(22L)), "Ox", "Id 22")));
        assertThat(search.choices(SUPERUSER, model("loans"), "article_id", "21", 20))
                .extracting(Choice::detail)
                .containsExactly("zz · kappa");
        assertThat(search.suggest(SUPERUSER, "ox", Label::text))
                .extracting(Suggestion::sublabel)
                .containsExactlyInAnyOrder("Articles · yz · theta", "Articles · zz · kappa", "Articles · Id 22");
        Actor blind = user(
                grant("articles", Map.of("secret_note", Set.of(), "body", Set.of()), Action.VIEW),
                grant("loans", Map.of(), Action.VIEW));
        assertThat(search.choices(blind, model("loans"), "article_id", "21", 20))
                .extracting(Choice::detail)
                .containsExactly("Id 21");
    }

    @Test
    void without_anything_typed_the_first_records_are_offered_and_of_very_many_the_newest() {
        assertThat(choices(SUPERUSER, "article_id", "", 2)).containsExactly("There before the index", "Iron Maiden");
        Model ordered =
                registry(articles().ordering(List.of("-title"))).model("loans").orElseThrow();
        assertThat(search.choices(SUPERUSER, ordered, "article_id", " ", 2))
                .extracting(Choice::label)
                .containsExactly("There before the index", "The iron age");
        Grant blind = grant("articles", Map.of("title", Set.of()), Action.VIEW);
        assertThat(search.choices(user(blind, grant("loans", Map.of(), Action.CREATE)), ordered, "article_id", "", 2))
                .extracting(Choice::label)
                .containsExactly("1", "10");
        change("INSERT INTO articles (id, title) WITH RECURSIVE n(i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n"
                + " WHERE i < 12000) SELECT i, 'a' || i FROM n");
        assertThat(choices(SUPERUSER, "article_id", "", 2)).containsExactly("a12000", "a11999");
    }

    @Test
    void nothing_is_offered_that_the_actor_may_not_view() {
        Grant create = grant("loans", Map.of(), Action.CREATE);
        Grant view = grant("articles", Map.of(), Action.VIEW);
        Actor bound = user(create, new Grant("articles", Set.of(Action.VIEW), Map.of(), Optional.of("any")));
        assertThat(choices(bound, "article_id", "iron", 20)).containsExactly("Iron Maiden", "Iron Maiden Live");
        assertThat(choices(bound, "article_id", "13", 20)).isEmpty();
        assertThat(choices(bound, "article_id", "", 20))
                .containsExactly("There before the index", "Iron Maiden", "Iron Maiden Live");
        assertRefused(RequestRejectedException.Category.FORBIDDEN, user(create), "article_id");
        assertRefused(RequestRejectedException.Category.FORBIDDEN, user(view), "article_id");
        assertRefused(
                RequestRejectedException.Category.FORBIDDEN,
                user(view, grant("loans", Map.of("article_id", Set.of()), Action.CREATE)),
                "article_id");
        assertRefused(RequestRejectedException.Category.NOT_FOUND, SUPERUSER, "note");
        assertRefused(RequestRejectedException.Category.NOT_FOUND, SUPERUSER, "nope");
        assertRefused(
                RequestRejectedException.Category.UNAUTHENTICATED,
                new Actor.Anonymous(Actor.Origin.LOCAL),
                "article_id");
        assertThatExceptionOfType(RequestRejectedException.class)
                .isThrownBy(() -> choices(SUPERUSER, "article_id", "x".repeat(201), 20));
    }

    private void assertRefused(RequestRejectedException.Category category, Actor actor, String field) {
        assertThatExceptionOfType(RequestRejectedException.class)
                .isThrownBy(() -> choices(actor, field, "iron", 20))
                .matches(refused -> refused.category() == category);
    }

    @Test
    void records_have_names_for_those_who_may_view_them() {
        RecordKey maiden = new RecordKey(List.of(10L));
        RecordKey age = new RecordKey(List.of(12L));
        RecordKey untitled = new RecordKey(List.of(18L));
        RecordKey none = new RecordKey(List.of(999L));
        List<RecordKey> keys = List.of(maiden, age, untitled, none);
        assertThat(search.labels(SUPERUSER, model("articles"), keys))
                .isEqualTo(Map.of(maiden, "Iron Maiden", age, "The iron age", untitled, "18"));
        Actor bound = user(new Grant("articles", Set.of(Action.VIEW), Map.of(), Optional.of("any")));
        assertThat(search.labels(bound, model("articles"), keys)).isEqualTo(Map.of(maiden, "Iron Maiden"));
        Actor blind = user(grant("articles", Map.of("title", Set.of()), Action.VIEW));
        assertThat(search.labels(blind, model("articles"), List.of(maiden))).isEqualTo(Map.of(maiden, "10"));
        assertThat(search.labels(user(), model("articles"), keys)).isEmpty();
        assertThat(search.labels(SUPERUSER, model("articles"), List.of())).isEmpty();
        RecordKey pair = new RecordKey(List.of(1L, "a,b"));
        assertThat(search.labels(SUPERUSER, model("pairs"), List.of(pair))).isEqualTo(Map.of(pair, "Iron pair"));
    }
}
