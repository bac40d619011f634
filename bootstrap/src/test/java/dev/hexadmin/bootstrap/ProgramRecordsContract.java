package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.endpoints.EndpointAnswer;
import dev.hexadmin.application.endpoints.RecordEndpoint;
import dev.hexadmin.application.query.RecordFilter;
import dev.hexadmin.application.records.ModelRecords;
import dev.hexadmin.application.records.RecordAccess;
import dev.hexadmin.application.records.RecordChange;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.application.records.TypedRecords;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Grant;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Message;
import dev.hexadmin.domain.notifications.Recipient;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.waiting.Waiting;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A program reads and changes records in its own code. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ProgramRecordsContract {
    private RunningServer server;
    private String token;
    private RecordAccess system;
    private TypedRecords<Order> orders;
    private final List<String> told = new CopyOnWriteArrayList<>();

    enum State {
        NEW,
        PAID,
        SENT
    }

    @AdminModel(name = "customers", display = "{name}")
    record Customer(long id, @AdminField(maxLength = 80) String name, Optional<String> city) {}

    @AdminModel(name = "labels", display = "{word}")
    record Label(@PrimaryKey(given = true) String word) {}

    @AdminModel(name = "echoes")
    record Echo(long id, String text) {
        Echo {
            if (text.equals("unreadable")) {
                throw new IllegalArgumentException("no text");
            }
        }
    }

    @AdminModel(name = "shelves")
    record Shelf(
            @PrimaryKey(given = true) State state,
            @AdminField(type = FieldType.JSON) Optional<String> contents) {}

    @AdminModel(
            name = "orders",
            ordering = "id",
            searchFields = {"note"})
    record Order(
            Long id,
            Customer customer,
            @AdminField(defaultValue = "new") State state,

            @AdminField(precision = 12, scale = 2, minimum = "0")
            BigDecimal total,

            int pieces,
            Optional<LocalDate> due,
            Optional<String> note,
            List<Label> labels,
            @AdminField(readOnly = true) Optional<Integer> rank) {
        Order with(State next) {
            return new Order(id, customer, next, total, pieces, due, note, labels, rank);
        }
    }

    private final RecordHooks rules = new RecordHooks() {
        @Override
        public void validate(RecordChange change) {
            Order order = change.after(Order.class);
            if (order.note().equals(Optional.of("rejected"))) {
                change.reject("note", "taste", "Not this note.");
            }
        }

        @Override
        public void afterUpdate(RecordChange change) {
            told.add(change.actor() + " " + change.changed());
        }
    };

    abstract DatabaseSettings database(Path folder);

    @BeforeAll
    void start(@TempDir Path folder) {
        server = RunningServer.start(
                database(folder),
                options -> options.register(Customer.class)
                        .register(Label.class)
                        .register(Order.class)
                        .register(Shelf.class)
                        .register(Echo.class)
                        .hooks(Echo.class, new RecordHooks() {
                            @Override
                            public void afterCreate(RecordChange change) {
                                if (change.after(Echo.class).text().equals("refused")) {
                                    change.reject("text", "taste", "Not this text.");
                                }
                            }

                            @Override
                            public void afterUpdate(RecordChange change) {
                                change.records()
                                        .of(Echo.class)
                                        .update(change.stored().key(), echo -> new Echo(echo.id(), echo.text() + "!"));
                            }
                        })
                        .endpoint(
                                Shelf.class,
                                RecordEndpoint.get("contents")
                                        .needs(Action.VIEW)
                                        .handleAsCaller(call -> {
                                            StoredRecord shelf =
                                                    call.records().of("shelves").get(State.PAID);
                                            return EndpointAnswer.of(Map.of(
                                                    "contents",
                                                    shelf.value("contents", JsonText.class),
                                                    "weight",
                                                    1.5f));
                                        }))
                        .hooks("orders", rules)
                        .hooks(Label.class, RecordHooks.limitedTo("word != 'hidden' or word = $user.email"))
                        .computed(
                                "orders",
                                "each",
                                FieldType.DECIMAL,
                                List.of("total", "pieces"),
                                values -> ((BigDecimal) values.get("total"))
                                        .divide(BigDecimal.valueOf((Long) values.get("pieces"))),
                                f -> f));
        token = server.token();
        system = server.hexadmin().records().asSystem("the test");
        orders = system.of(Order.class);
    }

    @Test
    void a_hook_that_runs_itself_for_ever_fails_with_advice_and_nothing_is_left_of_it() {
        TypedRecords<Echo> echoes = system.of(Echo.class);
        Echo echo = echoes.create(new Echo(0, "Hello"));
        assertThatThrownBy(() -> echoes.update(echo.id(), Map.of("text", "Good morning")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("64 in one another: let a hook write a record only if it differs");
        assertThat(echoes.list()).containsExactly(echo);
    }

    @Test
    void a_write_that_fails_leaves_nothing_also_when_the_code_goes_on() {
        TypedRecords<Echo> echoes = system.of(Echo.class);
        List<Echo> before = echoes.list();
        Echo kept = system.transaction(tx -> {
            TypedRecords<Echo> own = tx.records().of(Echo.class);
            assertThat(refused(() -> own.create(Map.of("text", "refused"))).violations())
                    .hasSize(1);
            assertThat(refused(() -> own.createAll(List.of(Map.of("text", "one"), Map.of("text", "refused")))))
                    .isNotNull();
            assertThat(refused(() -> tx.records().transaction(inner -> {
                        inner.records().of(Echo.class).create(Map.of("text", "inner"));
                        return inner.records().of(Echo.class).create(Map.of("text", "refused"));
                    })))
                    .isNotNull();
            return own.create(Map.of("text", "kept"));
        });
        assertThatThrownBy(() -> echoes.create(Map.of("text", "unreadable"))).isInstanceOf(IllegalStateException.class);
        assertThat(echoes.list()).hasSize(before.size() + 1).containsAll(before).contains(kept);
        assertThat(audit("echoes", "create")).noneMatch(row -> row.toString().contains("refused"));
        echoes.filter("text", "kept").deleteAll();
    }

    @Test
    void a_component_can_hold_json_and_an_enum_can_be_the_key() {
        TypedRecords<Shelf> shelves = system.of(Shelf.class);
        shelves.create(new Shelf(State.PAID, Optional.of("{\"boxes\": [1, 2.50]}")));
        assertThat(server.send("GET", "/admin/api/shelves/contents", token, "").body())
                .contains("\"contents\":{\"boxes\":", "\"weight\":1.5");
        shelves.update(State.PAID, shelf -> new Shelf(shelf.state(), Optional.of("[]")));
        assertThat(shelves.get(State.PAID)).isEqualTo(new Shelf(State.PAID, Optional.of("[]")));
        assertThat(system.of("shelves").find(State.PAID)).isPresent();
        system.of("shelves").update(State.PAID, Map.of("contents", Map.of("boxes", List.of(1, "two"))));
        assertThat(shelves.get(State.PAID).contents())
                .hasValueSatisfying(
                        text -> assertThat(new JsonText(text).sameAs(new JsonText("{\"boxes\":[1,\"two\"]}")))
                                .isTrue());
        assertThat(system.of("customers")
                        .create(Map.of("name", new StringBuilder("a text of another class")))
                        .value("name", String.class))
                .contains("a text of another class");
        for (String text : List.of("{no", "", "1 2")) {
            assertThatThrownBy(() -> shelves.create(new Shelf(State.NEW, Optional.of(text))))
                    .isInstanceOf(RequestRejectedException.class)
                    .hasMessageContaining("/records/shelves/-/contents: A JSON value is expected.");
        }
    }

    @Test
    void a_row_policy_of_hooks_is_a_text_and_binds_superusers_but_not_the_program() {
        TypedRecords<Label> labels = system.of(Label.class);
        labels.createAll(List.of(Map.of("word", "hidden"), Map.of("word", "shown")));
        assertThat(server.send("GET", "/admin/api/labels/hidden", token, "").statusCode())
                .isEqualTo(404);
        assertThat(server.send("GET", "/admin/api/labels/shown", token, "").statusCode())
                .isEqualTo(200);
        assertThat(labels.filter("word", "hidden").count()).isOne();
        labels.delete("hidden");
        labels.delete("shown");
    }

    @Test
    void a_row_policy_that_does_not_fit_its_model_stops_the_start(@TempDir Path folder) {
        assertThat(refusedStart(Hexadmin.builder()
                        .folder(folder)
                        .register(Label.class)
                        .hooks("labels", RecordHooks.limitedTo("wrod = 'x'"))))
                .hasMessageStartingWith(
                        "hooks(\"labels\", …): model 'labels': the row policy \"wrod = 'x'\" is not understood."
                                + " At position 1: ");
    }

    @Test
    void a_name_that_does_not_exist_stops_the_start_in_the_words_of_java(@TempDir Path folder) {
        assertThat(refusedStart(Hexadmin.builder()
                        .folder(folder)
                        .register(ModelDefinition.builder("books")
                                .field("id", FieldType.INTEGER, f -> f.primaryKey())
                                .searchFields(List.of("titel"))
                                .build())))
                .hasMessage("models: model 'books': 'searchFields' names the unknown field 'titel'");
        assertThat(folder.resolve("data/hexadmin.db")).doesNotExist();
    }

    private static ConfigurationException refusedStart(Hexadmin.Builder builder) {
        return catchThrowableOfType(ConfigurationException.class, () -> {
            try (Hexadmin hexadmin = builder.set(Setting.PORT, 0).build()) {
                hexadmin.start();
            }
        });
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @BeforeEach
    void empty() {
        orders.deleteAll();
        system.of(Customer.class).deleteAll();
        system.of(Label.class).deleteAll();
        told.clear();
    }

    private Customer customer(String name) {
        return system.of(Customer.class).create(new Customer(0, name, Optional.of("Rome")));
    }

    private Order order(Customer customer, String total, State state, String note, Label... labels) {
        return orders.create(new Order(
                null,
                customer,
                state,
                new BigDecimal(total),
                2,
                Optional.of(LocalDate.of(2030, 1, 2)),
                Optional.of(note),
                List.of(labels),
                Optional.of(7)));
    }

    private static Actor actor(Grant... grants) {
        return new Actor.SignedIn(
                new UserId(77),
                new EmailAddress("clerk@example.com"),
                new Rights(false, List.of(grants)),
                Actor.Origin.LOCAL);
    }

    private List<JsonNode> audit(String model, String event) {
        List<JsonNode> rows = new ArrayList<>();
        RunningServer.json(server.exchange(
                        "GET", "/admin/api/admin_audit_log?per_page=200&model=" + model + "&event=" + event, token, ""))
                .path("items")
                .forEach(rows::add);
        return rows;
    }

    private static RequestRejectedException refused(ThrowingCallable step) {
        return catchThrowableOfType(RequestRejectedException.class, step);
    }

    @Test
    void a_record_is_written_and_read_as_an_object_of_its_class() {
        Customer ada = customer("Ada");
        Label urgent = system.of(Label.class).create(new Label("urgent"));
        Order made = order(ada, "12.50", State.PAID, "first", urgent);
        assertThat(made.id()).isPositive();
        assertThat(made).isEqualTo(orders.get(made.id()));
        assertThat(made)
                .isEqualTo(new Order(
                        made.id(),
                        ada,
                        State.PAID,
                        new BigDecimal("12.50"),
                        2,
                        Optional.of(LocalDate.of(2030, 1, 2)),
                        Optional.of("first"),
                        List.of(urgent),
                        Optional.of(7)));
        JsonNode shown = RunningServer.json(server.send("GET", "/admin/api/orders/" + made.id(), token, ""));
        assertThat(shown.path("state").asText()).isEqualTo("paid");
        assertThat(shown.path("customer_id").asLong()).isEqualTo(ada.id());
        assertThat(orders.find(made.id() + 1_000)).isEmpty();
        assertThat(orders.find("no number")).isEmpty();
        assertThat(refused(() -> orders.get(made.id() + 1_000)).category())
                .isEqualTo(RequestRejectedException.Category.NOT_FOUND);
        Order withDefaults = orders.create(Map.of("customer_id", ada, "total", 3, "pieces", 1));
        assertThat(withDefaults.state()).isEqualTo(State.NEW);
        assertThat(withDefaults.due()).isEmpty();
        assertThat(withDefaults.labels()).isEmpty();
    }

    @Test
    void an_update_writes_what_differs_and_the_audit_log_names_the_reason() {
        Order order = order(customer("Ada"), "12.50", State.NEW, "first");
        assertThat(orders.update(order.id(), each -> each.with(State.SENT)).state())
                .isEqualTo(State.SENT);
        assertThat(told).containsExactly("Operator[name=the test] [state]");
        assertThat(orders.update(order, Map.of("note", "second")).note()).contains("second");
        JsonNode row = audit("orders", "update").getFirst();
        assertThat(row.toString()).contains("the test").contains("second");
        orders.delete(order);
        assertThat(orders.find(order)).isEmpty();
        assertThat(audit("orders", "delete").getFirst().toString()).contains("the test");
        assertThatThrownBy(() -> server.hexadmin().records().asSystem(" "))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_query_has_filters_an_order_a_limit_and_counts() {
        Customer ada = customer("Ada");
        Customer bob = customer("Bob, the builder");
        for (int i = 1; i <= 6; i++) {
            order(i % 2 == 0 ? ada : bob, i + ".00", i > 4 ? State.SENT : State.NEW, "number " + i);
        }
        assertThat(orders.count()).isEqualTo(6);
        assertThat(orders.filter("customer_id", ada).orderBy("-total").list())
                .extracting(Order::total)
                .containsExactly(new BigDecimal("6.00"), new BigDecimal("4.00"), new BigDecimal("2.00"));
        assertThat(orders.filter("customer_id", Lookup.IN, List.of(ada, bob)).count())
                .isEqualTo(6);
        assertThat(orders.filter("customer_id__name", Lookup.IN, List.of("Bob, the builder", "Eve"))
                        .count())
                .isEqualTo(3);
        assertThat(orders.filter("state", State.SENT).exists()).isTrue();
        assertThat(orders.filter("state", State.PAID).exists()).isFalse();
        assertThat(orders.filter("total", Lookup.GT, 2)
                        .filter("total", Lookup.LTE, new BigDecimal("5"))
                        .limit(2)
                        .list())
                .extracting(order -> order.note().orElseThrow())
                .containsExactly("number 3", "number 4");
        assertThat(orders.filter("id", Lookup.NE, orders.first().orElseThrow())
                        .filter("id", Lookup.NE, null)
                        .count())
                .isEqualTo(5);
        assertThat(orders.filter("note", null).count()).isZero();
        assertThat(orders.search("number 5").list()).hasSize(1);
        assertThat(orders.filter(RecordFilter.any(
                                RecordFilter.where("total", 1),
                                RecordFilter.all(
                                        RecordFilter.where("state", State.SENT),
                                        RecordFilter.not(RecordFilter.where("customer_id", bob)))))
                        .list())
                .extracting(Order::total)
                .containsExactly(new BigDecimal("1.00"), new BigDecimal("6.00"));
        assertThat(orders.filter("due", Lookup.YEAR, 2030).sum("total")).isEqualByComparingTo("21");
        assertThat(orders.filter("state", State.PAID).sum("total")).isZero();
        assertThat(orders.countBy("state")).containsExactlyInAnyOrderEntriesOf(Map.of("new", 4L, "sent", 2L));
        assertThat(orders.sumBy("customer_id__name", "total").get("Ada")).isEqualByComparingTo("12");
        assertThat(system.of("orders").filter("total", 6).first().orElseThrow().value("each", BigDecimal.class))
                .hasValueSatisfying(each -> assertThat(each).isEqualByComparingTo("3"));
        assertThat(orders.filter("total", Lookup.GTE, 5).updateAll(Map.of("state", State.PAID)))
                .isEqualTo(2);
        assertThat(orders.filter("state", State.PAID).deleteAll()).isEqualTo(2);
        assertThat(orders.count()).isEqualTo(4);
    }

    @Test
    void more_records_than_a_page_are_all_read() {
        List<Map<String, Object>> words = new ArrayList<>();
        for (int i = 0; i < 1_203; i++) {
            words.add(Map.of("word", String.format("w%04d", i)));
        }
        TypedRecords<Label> labels = system.of(Label.class);
        assertThat(labels.createAll(words)).hasSize(1_203);
        assertThat(labels.orderBy("-word").list()).hasSize(1_203).first().isEqualTo(new Label("w1202"));
        assertThat(labels.orderBy("word").limit(501).list()).hasSize(501).last().isEqualTo(new Label("w0500"));
        words.add(Map.of("word", "w0000"));
        assertThat(refused(() -> labels.createAll(words.reversed())).code()).isEqualTo("unique");
        assertThat(labels.count()).isEqualTo(1_203);
    }

    @Test
    void mistakes_are_named_with_what_was_meant() {
        assertThatThrownBy(() -> system.of("ordres"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("did you mean 'orders'");
        assertThatThrownBy(() -> orders.filter("totl", 1).list())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("totl");
        assertThatThrownBy(() -> orders.filter("total", "lots").count())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("total");
        assertThatThrownBy(() -> orders.orderBy("nothing").list()).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> orders.sum("note")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> orders.countBy("stat"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("did you mean 'state'");
        assertThatThrownBy(() -> orders.limit(0)).isInstanceOf(IllegalArgumentException.class);
        record Stranger(long id) {}
        assertThatThrownBy(() -> system.of(Stranger.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("register(Stranger.class)");
        RequestRejectedException rejected = refused(() -> orders.create(Map.of("total", -1, "totl", 1)));
        assertThat(rejected.violations())
                .extracting(Violation::pointer)
                .contains("/records/orders/-/total", "/records/orders/-/totl", "/records/orders/-/customer_id");
        RequestRejectedException second = refused(() ->
                system.of("labels").createAll(List.of(Map.of("word", "first of a list"), Map.of("wrod", "second"))));
        assertThat(second.violations())
                .extracting(Violation::pointer)
                .containsExactlyInAnyOrder("/records/labels/-/1/word", "/records/labels/-/1/wrod");
        assertThat(system.of("labels").find("first of a list")).isEmpty();
        assertThat(rejected)
                .hasMessageContaining("/records/orders/-/totl")
                .hasStackTraceContaining("mistakes_are_named");
        assertThatThrownBy(() -> orders.create((Order) null)).hasMessage("an object of Order is needed, and not null");
        assertThatThrownBy(() -> orders.create((Map<String, Object>) null))
                .hasMessage("the values of a record are needed, and not null");
        assertThatThrownBy(() -> orders.find(null)).hasMessage("a key is needed, and not null");
        assertThatThrownBy(() -> server.hexadmin().records().asSystem(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("reason");
        assertThatThrownBy(() -> server.hexadmin().notifications().notify(null, null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("recipient");
    }

    @Test
    void a_value_of_the_wrong_kind_is_no_other_value() {
        TypedRecords<Customer> customers = system.of(Customer.class);
        Customer ada = customers.create(new Customer(0, "Ada", Optional.of("London")));
        customers.create(new Customer(0, "Bob", Optional.of("Paris")));
        assertThat(customers.filter("city", ada.city()).count()).isEqualTo(1);
        assertThat(customers.filter("city", Lookup.NE, ada.city()).count()).isEqualTo(1);
        assertThatThrownBy(() -> customers.filter("city", Optional.empty()).count())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Lookup.ISNULL");
        assertThatThrownBy(() -> customers.filter("city", new Object()).count())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.lang.Object");
        Label label = system.of(Label.class).create(new Label("red"));
        assertThatThrownBy(() -> orders.create(Map.of("customer_id", label)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "a record of 'labels' is no value of 'customer_id' of 'orders', which refers to 'customers'");
        assertThatThrownBy(() -> orders.filter("total", ada).count())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a record of 'customers' is no value of 'total' of 'orders'");
    }

    @Test
    void numbers_that_a_field_or_its_component_cannot_hold_are_rejected() {
        long ada = customer("Ada").id();
        for (Number number : List.of(Double.NaN, Float.POSITIVE_INFINITY, BigInteger.TWO.pow(100))) {
            assertThat(refused(() -> orders.create(Map.of("customer_id", ada, "total", number, "pieces", 1)))
                            .violations())
                    .as("%s", number)
                    .extracting(Violation::pointer)
                    .containsExactly("/records/orders/-/total");
        }
        String body = "{\"customer_id\":%d,\"total\":\"1.00\",\"pieces\":3000000000}".formatted(ada);
        assertThat(RunningServer.json(server.send("POST", "/admin/api/orders/", token, body))
                        .at("/errors/0/pointer")
                        .asText())
                .isEqualTo("/pieces");
    }

    @Test
    void what_a_program_keeps_of_a_hexadmin_that_was_stopped_says_so(@TempDir Path folder) {
        try (Hexadmin hexadmin = Hexadmin.builder()
                .folder(folder)
                .set(Setting.PORT, 0)
                .register(Customer.class)
                .build()) {
            hexadmin.start();
            TypedRecords<Customer> kept = hexadmin.records().asSystem("test").of(Customer.class);
            hexadmin.stop();
            List<ThrowingCallable> calls = List.of(
                    kept::count, () -> kept.create(new Customer(0, "Ada", Optional.empty())), hexadmin::records);
            for (ThrowingCallable call : calls) {
                assertThatThrownBy(call)
                        .isInstanceOf(ServiceUnavailableException.class)
                        .hasMessageContaining("Hexadmin was stopped");
            }
            hexadmin.start();
            assertThat(hexadmin.records().asSystem("test").of(Customer.class).count())
                    .isZero();
            assertThatThrownBy(kept::count).hasMessageContaining("Hexadmin was stopped");
        }
    }

    @Test
    void code_that_is_waited_for_still_uses_what_is_being_stopped(@TempDir Path folder) throws Exception {
        try (RunningServer other = RunningServer.start(database(folder), options -> options.register(Customer.class))) {
            Hexadmin hexadmin = other.hexadmin();
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch stopping = new CountDownLatch(1);
            FutureTask<Boolean> job =
                    new FutureTask<>(() -> hexadmin.records().asSystem("test").transaction(tx -> {
                        begun.countDown();
                        await(stopping);
                        return hexadmin.url().equals(other.uri("")) && hexadmin.records() != null;
                    }));
            Thread.startVirtualThread(job);
            await(begun);
            Thread stop = Thread.ofPlatform().start(hexadmin::stop);
            Waiting.until(
                    () -> stop.getState() == Thread.State.WAITING || stop.getState() == Thread.State.TIMED_WAITING);
            stopping.countDown();
            assertThat(job.get(5, TimeUnit.SECONDS)).isTrue();
            stop.join();
        }
    }

    @Test
    void what_runs_while_it_is_opened_cannot_use_it(@TempDir Path folder) {
        Hexadmin[] itself = new Hexadmin[1];
        itself[0] = Hexadmin.builder()
                .folder(folder)
                .set(Setting.PORT, 0)
                .register(Customer.class)
                .hooks(Customer.class, new RecordHooks() {
                    @Override
                    public void onStart(Model model) {
                        itself[0].records();
                    }
                })
                .build();
        assertThatThrownBy(() -> itself[0].start()).hasStackTraceContaining("Hexadmin is being opened");
    }

    @Test
    void stopping_waits_for_a_transaction_and_is_an_error_inside_one(@TempDir Path folder) throws Exception {
        DatabaseSettings settings = database(folder);
        try (RunningServer other = RunningServer.start(settings, options -> options.register(Customer.class))) {
            Hexadmin hexadmin = other.hexadmin();
            Records records = hexadmin.records();
            TypedRecords<Customer> kept = records.asSystem("test").of(Customer.class);
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch stopping = new CountDownLatch(1);
            FutureTask<Customer> job =
                    new FutureTask<>(() -> records.asSystem("test").transaction(tx -> {
                        TypedRecords<Customer> own = tx.records().of(Customer.class);
                        own.create(new Customer(0, "Early", Optional.empty()));
                        begun.countDown();
                        await(stopping);
                        return own.create(new Customer(0, "Late", Optional.empty()));
                    }));
            Thread.startVirtualThread(job);
            await(begun);
            Thread stop = Thread.startVirtualThread(hexadmin::stop);
            if (settings instanceof DatabaseSettings.Server) { // an embedded database is closed by its only writer
                Waiting.until(() -> isRejected(kept::count));
            }
            stopping.countDown();
            assertThat(job.get().name()).isEqualTo("Late");
            stop.join();
            hexadmin.start();
            assertThat(hexadmin.records().asSystem("test").of(Customer.class).count())
                    .isEqualTo(2);
            assertThatThrownBy(() -> hexadmin.records().asSystem("test").transaction(tx -> {
                        hexadmin.stop();
                        return tx;
                    }))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("after the commit");
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isRejected(ThrowingCallable call) {
        try {
            call.call();
            return false;
        } catch (Throwable e) {
            return e instanceof ServiceUnavailableException;
        }
    }

    @Test
    void a_transaction_is_committed_as_a_whole_or_not_at_all() {
        Customer ada = customer("Ada");
        Order order = order(ada, "5.00", State.NEW, "kept");
        List<String> after = new ArrayList<>();
        BigDecimal sum = system.transaction(tx -> {
            tx.lock("orders of " + ada.id());
            TypedRecords<Order> own = tx.records().of(Order.class);
            own.update(order.id(), each -> each.with(State.PAID));
            own.create(Map.of("customer_id", ada, "total", 3, "pieces", 1));
            tx.notifications()
                    .notify(
                            Recipient.builder("ada").channels(Channel.IN_APP).build(),
                            Message.of("Paid", "Thank you."));
            tx.afterCommit(() -> after.add("committed"));
            assertThat(after).isEmpty();
            return own.sum("total");
        });
        assertThat(sum).isEqualByComparingTo("8");
        assertThat(after).containsExactly("committed");
        assertThat(inbox("ada")).isEqualTo(1);

        assertThatThrownBy(() -> system.transaction(tx -> {
                    tx.records().of(Order.class).deleteAll();
                    tx.notifications()
                            .notify(
                                    Recipient.builder("ada")
                                            .channels(Channel.IN_APP)
                                            .build(),
                                    Message.of("Gone", "Sorry."));
                    tx.afterCommit(() -> after.add("never"));
                    throw new IllegalStateException("stop");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("stop");
        assertThat(orders.count()).isEqualTo(2);
        RequestRejectedException rejected = refused(() -> system.transaction(tx -> {
            tx.records().of(Order.class).deleteAll();
            tx.reject("state", "late", "Too late.");
            tx.reject("", "closed", "We are closed.");
            return 0;
        }));
        assertThat(rejected.violations())
                .extracting(Violation::pointer, Violation::code)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("/state", "late"),
                        org.assertj.core.groups.Tuple.tuple("", "closed"));
        assertThat(refused(() -> system.transaction(tx ->
                                tx.records().of(Order.class).filter("id", order).updateAll(Map.of("note", "rejected"))))
                        .violations())
                .extracting(Violation::code)
                .containsExactly("taste");
        assertThat(orders.count()).isEqualTo(2);
        assertThat(after).containsExactly("committed");
        assertThat(inbox("ada")).isEqualTo(1);
    }

    private int inbox(String user) {
        return server.hexadmin()
                .installation()
                .notifications()
                .reading()
                .list(
                        new Actor.Operator("test"),
                        new dev.hexadmin.domain.notifications.Addressee(user),
                        50,
                        Optional.empty(),
                        false)
                .items()
                .size();
    }

    @Test
    void an_actor_sees_and_changes_what_the_roles_allow() {
        Customer ada = customer("Ada");
        Order small = order(ada, "5.00", State.NEW, "small");
        Order large = order(ada, "500.00", State.NEW, "large");
        Actor clerk = actor(
                new Grant(
                        "orders",
                        Set.of(Action.VIEW, Action.EDIT),
                        Map.of("note", Set.of(), "total", Set.of(Action.VIEW)),
                        Optional.of("total < 100")),
                Grant.of("customers", Set.of(Action.VIEW)),
                Grant.of("labels", Set.of(Action.VIEW)));
        ModelRecords<StoredRecord> own = server.hexadmin().records().as(clerk).of("orders");
        assertThat(own.list()).extracting(record -> record.values().get("id")).containsExactly(small.id());
        assertThat(own.list().getFirst().values()).containsKey("total").doesNotContainKey("note");
        assertThat(own.count()).isEqualTo(1);
        assertThat(own.find(large.id())).isEmpty();
        assertThat(own.update(small.id(), Map.of("state", State.PAID)).values()).containsEntry("state", "paid");
        assertThat(refused(() -> own.update(small.id(), Map.of("total", 1))).code())
                .isEqualTo("field_forbidden");
        assertThat(refused(() -> own.update(small.id(), Map.of("rank", 1))).code())
                .isEqualTo("invalid");
        assertThat(refused(() -> own.update(large.id(), Map.of("state", State.PAID)))
                        .category())
                .isEqualTo(RequestRejectedException.Category.NOT_FOUND);
        assertThat(refused(() -> own.delete(small.id())).category())
                .isEqualTo(RequestRejectedException.Category.FORBIDDEN);
        assertThat(refused(() -> own.filter("note", "small").list()).code()).isEqualTo("field_forbidden");
        assertThat(refused(() -> own.create(Map.of("total", 1))).category())
                .isEqualTo(RequestRejectedException.Category.FORBIDDEN);
        assertThat(refused(() -> server.hexadmin()
                                .records()
                                .as(clerk)
                                .of(Order.class)
                                .list())
                        .violations())
                .extracting(Violation::pointer)
                .containsExactly("/note");
        assertThat(audit("orders", "update").getFirst().toString()).contains("clerk@example.com");
        assertThat(system.as(clerk).of("orders").count()).isEqualTo(1);
        assertThat(refused(() -> server.hexadmin().records().asUser(new UserId(123_456)))
                        .category())
                .isEqualTo(RequestRejectedException.Category.NOT_FOUND);
        assertThat(server.hexadmin()
                        .records()
                        .asUser(new UserId(1))
                        .of(Order.class)
                        .count())
                .isEqualTo(2);
    }

    @Test
    void the_same_user_sees_no_more_through_java_than_through_the_api() {
        Customer ada = customer("Ada");
        order(ada, "5.00", State.NEW, "small");
        Actor anonymous = actor();
        RecordAccess none = server.hexadmin().records().as(anonymous);
        for (ModelRecords<?> records : List.of(none.of("orders"), none.of(Order.class))) {
            assertThat(refused(records::list).category()).isEqualTo(RequestRejectedException.Category.FORBIDDEN);
            assertThat(refused(records::count).category()).isEqualTo(RequestRejectedException.Category.FORBIDDEN);
            assertThat(refused(records::exists).category()).isEqualTo(RequestRejectedException.Category.FORBIDDEN);
            assertThat(refused(() -> records.find(1)).category())
                    .isEqualTo(RequestRejectedException.Category.FORBIDDEN);
            assertThat(refused(() -> records.sum("total")).category())
                    .isEqualTo(RequestRejectedException.Category.FORBIDDEN);
            assertThat(refused(() -> records.update(1, Map.of("note", "x"))).category())
                    .isEqualTo(RequestRejectedException.Category.FORBIDDEN);
        }
        assertThat(orders.list())
                .extracting(order -> order.note().orElseThrow())
                .containsExactly("small");
    }
}
