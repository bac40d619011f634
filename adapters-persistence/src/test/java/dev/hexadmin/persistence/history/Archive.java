package dev.hexadmin.persistence.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.access.AccessModels;
import dev.hexadmin.application.dashboard.DashboardAssembly;
import dev.hexadmin.application.dashboard.DashboardDefinition;
import dev.hexadmin.application.dashboard.ViewingDashboard;
import dev.hexadmin.application.dashboard.WidgetDefinition;
import dev.hexadmin.application.files.RecordedFiles;
import dev.hexadmin.application.history.HistoryAssembly;
import dev.hexadmin.application.history.ReviewingChanges;
import dev.hexadmin.application.identity.IdentityModels;
import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.EditingRecords;
import dev.hexadmin.application.records.ExportingRecords.Export;
import dev.hexadmin.application.records.RecordsAssembly;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.application.search.SearchAssembly;
import dev.hexadmin.application.search.SearchingRecords;
import dev.hexadmin.application.secrets.SecretKeys;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Grant;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.PlainSink;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.persistence.audit.JdbcAuditTrail;
import dev.hexadmin.persistence.dashboard.JdbcDashboardLayouts;
import dev.hexadmin.persistence.jdbc.Database;
import dev.hexadmin.persistence.records.JdbcRecords;
import dev.hexadmin.persistence.records.NoMessages;
import dev.hexadmin.persistence.schema.ManagedSchema;
import dev.hexadmin.persistence.search.JdbcSearchIndex;
import dev.hexadmin.persistence.search.SearchTables;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A shop on a real database with an audit log, and an adjustable clock. */
final class Archive implements AutoCloseable {
    static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    static final Actor EVA = actor("eva@example.com", Rights.ALL);

    final Database database;
    final ModelRegistry registry;
    final RecordsAssembly records;
    final SearchingRecords searching;
    final ReviewingChanges reviewing;
    final JdbcAuditTrail trail;
    final Map<String, Condition> policies = new HashMap<>();
    volatile Instant now = NOON;

    Archive(DatabaseSettings settings) {
        List<ModelDefinition> definitions = new ArrayList<>(AccessModels.definitions());
        definitions.add(IdentityModels.loginAttempts());
        definitions.add(ModelDefinition.builder("categories")
                .display("{name}")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("name", FieldType.STRING, f -> f.required())
                .build());
        definitions.add(ModelDefinition.builder("tags")
                .display("{name}")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("name", FieldType.STRING, f -> f.required())
                .build());
        definitions.add(ModelDefinition.builder("products")
                .display("{name}")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("name", FieldType.STRING, f -> f.required().maxLength(20))
                .field("price", FieldType.DECIMAL, f -> f.precision(10).scale(2).label("Price in euro"))
                .field("cost", FieldType.DECIMAL, f -> f.precision(10).scale(2))
                .field("notes", FieldType.TEXT)
                .field("attributes", FieldType.JSON)
                .field("picture", FieldType.BINARY)
                .field("released", FieldType.DATETIME)
                .field("weight", FieldType.FLOAT)
                .field("sold", FieldType.BOOLEAN)
                .field("owner_id", FieldType.INTEGER)
                .field("category_id", FieldType.REFERENCE, f -> f.to("categories"))
                .field("tags", FieldType.REFERENCES, f -> f.to("tags"))
                .field("pin", FieldType.STRING, f -> f.writeOnly())
                .field("created_at", FieldType.DATETIME, f -> f.readOnly().defaultValue(new DefaultValue.Now()))
                .build());
        definitions.add(ModelDefinition.builder("countries")
                .display("{name}")
                .field("code", FieldType.STRING, f -> f.primaryKey().maxLength(2))
                .field("name", FieldType.STRING, f -> f.required())
                .field("rank", FieldType.INTEGER)
                .build());
        definitions.add(ModelDefinition.builder("remarks")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("entry", FieldType.REFERENCE, f -> f.to("admin_audit_log"))
                .build());
        registry = ModelRegistry.of(definitions);
        database = Database.open(settings);
        new ManagedSchema(database)
                .apply(registry.models().stream().filter(m -> !m.builtIn()).toList());
        Records stored = new JdbcRecords(database, registry, new byte[32]);
        trail = new JdbcAuditTrail(database);
        records = RecordsAssembly.of(
                registry,
                stored,
                database,
                trail,
                this::policy,
                Map.of(),
                NoMessages.on(database),
                SecretKeys.of(new byte[32]),
                () -> now,
                new SplittableRandom(1));
        searching = SearchAssembly.of(
                        registry,
                        new JdbcSearchIndex(database, stored, new SearchTables(database)),
                        this::policy,
                        Map.of(),
                        () -> now)
                .searching();
        reviewing = HistoryAssembly.of(
                        registry,
                        stored,
                        records.editing(),
                        searching,
                        this::policy,
                        Map.of(),
                        new HistoryAssembly.Restorable(new NoFiles(), (model, key, deletedAt, create) -> create.get()),
                        () -> now)
                .reviewing();
    }

    /** No model of these tests has files. */
    private static final class NoFiles implements RecordedFiles {
        @Override
        public Optional<FileReference> find(Model model, FieldDefinition field, String id) {
            return Optional.empty();
        }

        @Override
        public <T> T giving(Collection<FileReference> files, Actor to, Supplier<T> change) {
            assertThat(files).isEmpty();
            return change.get();
        }
    }

    ViewingDashboard dashboard(WidgetDefinition... widgets) {
        return DashboardAssembly.of(
                        registry,
                        widgets.length == 0
                                ? DashboardDefinition.DEFAULT
                                : DashboardDefinition.builder().widgets(widgets).build(),
                        List.of(),
                        new DashboardAssembly.Sources(records.browsing(), searching, reviewing),
                        new DashboardAssembly.Storage(database, new JdbcDashboardLayouts(database)),
                        new DashboardAssembly.Execution(Thread::startVirtualThread, System::nanoTime),
                        () -> now)
                .viewing();
    }

    /** A row of the table of users. */
    void user(long id, String email) {
        database.write(scope -> database.execute(execute -> execute.insert(
                "INSERT INTO admin_users (id, email, password_hash, created_at) VALUES (?, ?, 'x', ?)",
                id,
                email,
                database.parameter(NOON))));
    }

    static Actor.SignedIn signedIn(long id, String email) {
        return new Actor.SignedIn(
                new UserId(id), new EmailAddress(email), Rights.ALL, new Actor.Origin("192.0.2.7", "r-1"));
    }

    private Condition policy(Actor actor, Model model, Action action) {
        return actor.rights().superuser()
                ? Condition.always()
                : !actor.rights().allows(action, model)
                        ? Condition.never()
                        : policies.getOrDefault(model.name(), Condition.always());
    }

    @Override
    public void close() {
        database.close();
    }

    Model model(String name) {
        return registry.model(name).orElseThrow();
    }

    static Actor actor(String email, Rights rights) {
        return new Actor.SignedIn(new UserId(7), new EmailAddress(email), rights, new Actor.Origin("192.0.2.7", "r-1"));
    }

    static Actor actor(Grant... grants) {
        return actor("bob@example.com", new Rights(false, List.of(grants)));
    }

    static Grant grant(String model, Action... actions) {
        return Grant.of(model, Set.of(actions));
    }

    static Grant grant(String model, Map<String, Set<Action>> fields, Action... actions) {
        return new Grant(model, Set.of(actions), fields, Optional.empty());
    }

    Condition where(String model, String field, Object value) {
        return new Condition.Compare(
                FieldPath.of(model(model), model(model).fieldNamed(field)), Lookup.EXACT, List.of(value));
    }

    static Map<String, @Nullable Object> body(@Nullable Object... pairs) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], pairs[i + 1]);
        }
        return map;
    }

    private static PlainSink dropped() {
        return (field, value) -> {};
    }

    String create(String model, @Nullable Object... pairs) {
        return records.editing()
                .create(EVA, model(model), body(pairs), false, shape -> dropped())
                .key()
                .encoded();
    }

    void change(String model, String id, @Nullable Object... pairs) {
        records.editing()
                .patch(
                        EVA,
                        model(model),
                        id,
                        body(pairs),
                        new EditingRecords.Precondition.None(),
                        false,
                        shape -> dropped());
    }

    void delete(String model, String id) {
        records.editing().delete(EVA, model(model), id, new EditingRecords.Precondition.None(), false);
    }

    /** A record as its fields' wire values, or empty. */
    Map<String, Object> read(String model, String id) {
        return read(EVA, model, id, Map.of());
    }

    Map<String, Object> read(Actor actor, String model, String id, Map<String, String> parameters) {
        Map<String, Object> values = new LinkedHashMap<>();
        records.browsing().read(actor, ListRequest.of(model(model), parameters), id, shape -> into(shape, values));
        return values;
    }

    private static PlainSink into(Shape shape, Map<String, Object> values) {
        return new PlainSink() {
            @Override
            public void take(int field, Object value) {
                values.put(shape.fields().get(field).name(), value);
            }

            @Override
            public RecordSink related(int field) {
                Map<String, Object> inner = new LinkedHashMap<>();
                take(field, inner);
                return into(
                        shape.expansion(shape.fields().get(field)).orElseThrow().shape(), inner);
            }
        };
    }

    /** The column {@code changes} of an entry, as a list, a record and an export give it, which are all equal. */
    String told(Actor actor, long entry) {
        String id = String.valueOf(entry);
        Set<String> told = new LinkedHashSet<>();
        for (Map<String, String> parameters : List.<Map<String, String>>of(
                Map.of(), Map.of("fields", "changes"), Map.of("fields", "changes,model,id"))) {
            told.add(read(actor, "admin_audit_log", id, parameters)
                    .getOrDefault("changes", "")
                    .toString());
            Map<String, String> one = new LinkedHashMap<>(parameters);
            one.put("id", id);
            Map<String, Object> values = new LinkedHashMap<>();
            records.browsing().list(actor, ListRequest.of(model("admin_audit_log"), one), shape -> into(shape, values));
            told.add(values.getOrDefault("changes", "").toString());
            Export export = records.exporting().export(actor, ListRequest.of(model("admin_audit_log"), one));
            Map<String, Object> exported = new LinkedHashMap<>();
            assertThat(export.writeTo(into(export.shape(), exported), () -> {})).isEqualTo(1);
            told.add(exported.getOrDefault("changes", "").toString());
            assertThat(exported.keySet()).isEqualTo(values.keySet());
            assertThat(values.containsKey("model"))
                    .isEqualTo(!one.getOrDefault("fields", "model").equals("changes"));
        }
        assertThat(told).hasSize(1);
        return told.iterator().next().replace(" ", "");
    }
}
