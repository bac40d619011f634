package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.records.BrowsingRecords;
import dev.hexadmin.application.records.EditingRecords;
import dev.hexadmin.application.records.Notifier;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.application.records.RecordsAssembly;
import dev.hexadmin.application.records.port.RecordClasses;
import dev.hexadmin.application.secrets.SecretKeys;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Grant;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Reference.OnDelete;
import dev.hexadmin.domain.notifications.Delivery;
import dev.hexadmin.domain.notifications.Message;
import dev.hexadmin.domain.notifications.Recipient;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.PlainSink;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/** A small shop in memory, with a user who works in it. */
final class Shop {
    static final Instant NOON = Instant.parse("2026-11-20T12:00:00.123456Z");
    static final SecretKeys KEY = SecretKeys.of(new byte[32]);

    final ModelRegistry registry = ModelRegistry.of(List.of(
            ModelDefinition.builder("categories")
                    .display("{name}")
                    .field("id", FieldType.INTEGER, f -> f.primaryKey())
                    .field("name", FieldType.STRING, f -> f.required().unique())
                    .field("secret", FieldType.STRING, f -> f.writeOnly())
                    .field(
                            "parent_id",
                            FieldType.REFERENCE,
                            f -> f.to("categories").onDelete(OnDelete.SET_NULL))
                    .searchFields(List.of("name"))
                    .build(),
            ModelDefinition.builder("tags")
                    .field("id", FieldType.INTEGER, f -> f.primaryKey())
                    .field("name", FieldType.STRING, f -> f.required())
                    .build(),
            ModelDefinition.builder("products")
                    .display("{name}")
                    .field("id", FieldType.INTEGER, f -> f.primaryKey())
                    .field("name", FieldType.STRING, f -> f.required().maxLength(20))
                    .field("price", FieldType.DECIMAL, f -> f.scale(2).minimum(BigDecimal.ZERO))
                    .field("cost", FieldType.DECIMAL, f -> f.scale(2))
                    .field("stock", FieldType.INTEGER, f -> f.defaultValue(new DefaultValue.Constant(0L)))
                    .field(
                            "status",
                            FieldType.ENUM,
                            f -> f.values(List.of("draft", "active")).defaultValue(new DefaultValue.Constant("draft")))
                    .field(
                            "category_id",
                            FieldType.REFERENCE,
                            f -> f.to("categories").onDelete(OnDelete.CASCADE))
                    .field("tags", FieldType.REFERENCES, f -> f.to("tags"))
                    .field("owner_id", FieldType.INTEGER)
                    .field("page", FieldType.INTEGER)
                    .field("password", FieldType.STRING, f -> f.writeOnly())
                    .field("created_at", FieldType.DATETIME, f -> f.readOnly().defaultValue(new DefaultValue.Now()))
                    .field("attributes", FieldType.JSON)
                    .field(
                            "code",
                            FieldType.STRING,
                            f -> f.nullable(false).defaultValue(new DefaultValue.DatabaseExpression("next_code()")))
                    .searchFields(List.of("name", "category__name"))
                    .listFilter(List.of("status"))
                    .ordering(List.of("-price"))
                    .build(),
            ModelDefinition.builder("lines")
                    .field("order_no", FieldType.INTEGER, f -> f.primaryKey().generated(FieldDefinition.Generated.NO))
                    .field(
                            "product_id",
                            FieldType.REFERENCE,
                            f -> f.primaryKey().to("products").onDelete(OnDelete.CASCADE))
                    .field("amount", FieldType.INTEGER, f -> f.required())
                    .requireIfMatch()
                    .build(),
            ModelDefinition.builder("tokens")
                    .field("id", FieldType.UUID, f -> f.primaryKey())
                    .field("name", FieldType.STRING)
                    .field("changed_at", FieldType.DATETIME, f -> f.onUpdateNow())
                    .build(),
            ModelDefinition.builder("logs")
                    .field("id", FieldType.INTEGER, f -> f.primaryKey())
                    .access(ModelDefinition.Access.BUILT_IN)
                    .readOnly()
                    .build()));
    final Model categories = registry.model("categories").orElseThrow();
    final Model tags = registry.model("tags").orElseThrow();
    final Model products = registry.model("products").orElseThrow();
    final Model lines = registry.model("lines").orElseThrow();
    final Model tokens = registry.model("tokens").orElseThrow();
    final Model logs = registry.model("logs").orElseThrow();

    final MemoryRecords records = new MemoryRecords();
    final List<AuditEntry> audit = records.audit;
    final Map<String, Condition> policies = new HashMap<>();
    final BrowsingRecords browsing;
    final EditingRecords editing;

    static final Actor SUPER = actor(Rights.ALL);

    Shop() {
        this(Map.of());
    }

    Shop(Map<String, RecordHooks> hooks) {
        RecordsAssembly assembly = RecordsAssembly.of(
                registry,
                records,
                records,
                audit::add,
                (actor, model, action) -> actor.rights().superuser()
                        ? Condition.always()
                        : policies.getOrDefault(
                                action.word() + " " + model.name(),
                                policies.getOrDefault(model.name(), Condition.always())),
                hooks,
                new RecordsAssembly.ForCode(name -> {}, new Silence(), RecordClasses.none()),
                KEY,
                () -> NOON,
                new SplittableRandom(1));
        browsing = assembly.browsing();
        editing = assembly.editing();
    }

    /** Sends nothing. */
    private static final class Silence implements Notifier {
        @Override
        public Delivery notify(Recipient recipient, Message message) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<Delivery> notifyMany(List<Recipient> recipients, Message message) {
            throw new UnsupportedOperationException();
        }
    }

    static Actor actor(Rights rights) {
        return new Actor.SignedIn(
                new UserId(7), new EmailAddress("eva@example.com"), rights, new Actor.Origin("192.0.2.7", "r-1"));
    }

    static Actor actor(Grant... grants) {
        return actor(new Rights(false, List.of(grants)));
    }

    static Grant grant(String model, Map<String, Set<Action>> fields, Action... actions) {
        return new Grant(model, Set.of(actions), fields, Optional.empty());
    }

    Condition own(Model model, String field, Object value) {
        return new Condition.Compare(FieldPath.of(model, model.fieldNamed(field)), Lookup.EXACT, List.of(value));
    }

    /** A page as a client gets it. */
    record Listed(List<Map<String, Object>> items, BrowsingRecords.Page page) {}

    Listed list(Actor actor, Model model, String... parameters) {
        Collecting collecting = new Collecting();
        return new Listed(
                collecting.items, browsing.list(actor, ListRequest.of(model, map(parameters)), collecting::sink));
    }

    static Map<String, String> map(String... pairs) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i], pairs[i + 1]);
        }
        return map;
    }

    static Map<String, Object> body(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], pairs[i + 1]);
        }
        return map;
    }

    Map<String, Object> created(Model model, Object... pairs) {
        Collecting collecting = new Collecting();
        editing.create(SUPER, model, body(pairs), false, collecting::sink);
        audit.clear();
        return collecting.items.getFirst();
    }

    /** Keeps what is given to it. */
    static final class Collecting {
        final List<Map<String, Object>> items = new ArrayList<>();

        RecordSink sink(Shape shape) {
            return new PlainSink() {
                private Map<String, Object> current = Map.of();

                @Override
                public void begin() {
                    current = new LinkedHashMap<>();
                    items.add(current);
                }

                @Override
                public void take(int field, Object value) {
                    current.put(shape.fields().get(field).name(), value);
                }

                @Override
                public void none(int field) {
                    current.put(shape.fields().get(field).name(), null);
                }
            };
        }
    }
}
