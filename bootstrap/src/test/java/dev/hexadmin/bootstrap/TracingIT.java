package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.spi.EmailMessage;
import dev.hexadmin.application.spi.EmailProvider;
import dev.hexadmin.application.spi.EmailResult;
import dev.hexadmin.application.spi.ProviderException;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import dev.hexadmin.testing.waiting.Waiting;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Traces of requests, statements and deliveries, with the SDK of the program. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TracingIT {
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String CALLER = "b7ad6b7169203331";
    private static final String[] TRACED = {"traceparent", "00-" + TRACE + "-" + CALLER + "-01"};

    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final OpenTelemetrySdk telemetry = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(spans))
                    .build())
            .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
            .build();

    /** The traces in which messages were sent, by title. */
    private final Map<String, String> sent = new ConcurrentHashMap<>();

    private RunningServer server;
    private String token;

    private final class Post implements EmailProvider {
        @Override
        public String name() {
            return "post";
        }

        @Override
        public EmailResult send(EmailMessage message) {
            sent.put(message.subject(), Span.current().getSpanContext().getTraceId());
            if (message.subject().equals("refused")) {
                throw new ProviderException("the mailbox of ada@example.com is full", false);
            }
            return new EmailResult("1");
        }
    }

    @BeforeAll
    void start(@TempDir Path folder) {
        DatabaseSettings database = TestDatabases.sqlite(folder);
        server = RunningServer.start(
                database,
                options -> options.openTelemetry(telemetry)
                        .emailProvider(new Post())
                        .set(Setting.NOTIFICATIONS_DEFAULT_EMAIL_PROVIDER, "post")
                        .register(ModelDefinition.builder("books")
                                .field("id", FieldType.INTEGER, field -> field.primaryKey())
                                .field("title", FieldType.STRING, field -> field.required())
                                .build()));
        token = server.token();
    }

    @AfterAll
    void stop() {
        server.close();
        telemetry.close();
    }

    @BeforeEach
    void forget() {
        spans.reset();
    }

    private List<SpanData> ofTrace() {
        return spans.getFinishedSpanItems().stream()
                .filter(span -> span.getTraceId().equals(TRACE))
                .toList();
    }

    /** The span of the request, which ends shortly after its answer was sent. */
    private SpanData request(String name) {
        Waiting.until(() -> spans.getFinishedSpanItems().stream()
                .anyMatch(span -> span.getName().equals(name)));
        return spans.getFinishedSpanItems().stream()
                .filter(span -> span.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String text(SpanData span, String attribute) {
        return span.getAttributes().get(AttributeKey.stringKey(attribute));
    }

    @Test
    void a_request_continues_the_trace_of_its_caller_and_its_statements_are_its_children() {
        HttpResponse<String> answer =
                server.send("GET", "/admin/api/books/?title__icontains=secret", token, "", TRACED);
        assertThat(answer.statusCode()).isEqualTo(200);
        SpanData request = request("GET /admin/api/{model}");
        assertThat(request.getKind()).isEqualTo(SpanKind.SERVER);
        assertThat(request.getTraceId()).isEqualTo(TRACE);
        assertThat(request.getParentSpanId()).isEqualTo(CALLER);
        assertThat(text(request, "http.request.method")).isEqualTo("GET");
        assertThat(text(request, "http.route")).isEqualTo("/admin/api/{model}");
        assertThat(text(request, "url.path")).isEqualTo("/admin/api/books/");
        assertThat(text(request, "url.scheme")).isEqualTo("http");
        assertThat(text(request, "hexadmin.request.id"))
                .isEqualTo(answer.headers().firstValue("X-Request-Id").orElseThrow());
        assertThat(request.getAttributes().get(AttributeKey.longKey("http.response.status_code")))
                .isEqualTo(200);
        assertThat(request.getAttributes().toString())
                .as("queries may contain anything")
                .doesNotContain("secret");
        List<SpanData> statements = ofTrace().stream()
                .filter(span -> span.getKind() == SpanKind.CLIENT)
                .toList();
        assertThat(statements)
                .isNotEmpty()
                .allSatisfy(span -> assertThat(span.getParentSpanId()).isEqualTo(request.getSpanId()))
                .allSatisfy(span -> assertThat(span.getAttributes().toString()).doesNotContain("secret"));
        SpanData list = statements.stream()
                .filter(span -> "books".equals(text(span, "db.collection.name")))
                .findFirst()
                .orElseThrow();
        assertThat(list.getName()).isEqualTo("SELECT books");
        assertThat(text(list, "db.system.name")).isEqualTo("sqlite");
        assertThat(text(list, "db.operation.name")).isEqualTo("SELECT");
        assertThat(text(list, "db.query.text")).contains("SELECT", "FROM \"books\"");
    }

    @Test
    void statements_that_write_belong_to_the_trace_of_their_request() {
        assertThat(server.send("POST", "/admin/api/books/", token, "{\"title\":\"Emma\"}", TRACED)
                        .statusCode())
                .isEqualTo(201);
        SpanData request = request("POST /admin/api/{model}");
        assertThat(ofTrace())
                .filteredOn(span -> span.getName().equals("INSERT books"))
                .singleElement()
                .satisfies(span -> assertThat(span.getParentSpanId()).isEqualTo(request.getSpanId()));
        server.send("PATCH", "/admin/api/books/1", token, "{\"title\":\"Persuasion\"}", TRACED);
        assertThat(request("PATCH /admin/api/{model}/{id}").getTraceId()).isEqualTo(TRACE);
        assertThat(ofTrace()).anyMatch(span -> span.getName().equals("UPDATE books"));
    }

    @Test
    void a_request_without_a_trace_begins_one_and_a_path_without_a_route_names_no_span() {
        server.exchange("GET", "/nothing/here/4711", "", "");
        SpanData request = request("GET");
        assertThat(request.getParentSpanContext().isValid()).isFalse();
        assertThat(text(request, "http.route")).isNull();
        assertThat(request.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
        assertThat(spans.getFinishedSpanItems())
                .as("jobs in the background begin no traces")
                .filteredOn(span -> !span.getParentSpanContext().isValid())
                .allSatisfy(span -> assertThat(span.getKind()).isEqualTo(SpanKind.SERVER));
    }

    private void message(String title, String... headers) {
        String body = "{\"user_id\":1,\"title\":\"" + title + "\",\"message\":\"m\",\"channels\":[\"email\"]}";
        String[] all = {headers[0], headers[1], "Prefer", "respond-async"};
        assertThat(server.send("POST", "/api/notifications/send", token, body, all)
                        .statusCode())
                .isEqualTo(202);
        Waiting.until(() -> spans.getFinishedSpanItems().stream()
                .anyMatch(span -> span.getName().equals("deliver email")));
    }

    @Test
    void a_delivery_continues_the_trace_in_which_its_message_was_accepted() {
        message("later", TRACED);
        SpanData request = request("POST /api/notifications/send");
        SpanData delivery = request("deliver email");
        assertThat(delivery.getKind()).isEqualTo(SpanKind.CONSUMER);
        assertThat(delivery.getTraceId()).isEqualTo(TRACE);
        assertThat(delivery.getParentSpanId()).isEqualTo(request.getSpanId());
        assertThat(text(delivery, "messaging.system")).isEqualTo("hexadmin");
        assertThat(text(delivery, "messaging.operation.type")).isEqualTo("process");
        assertThat(text(delivery, "messaging.destination.name")).isEqualTo("email");
        assertThat(text(delivery, "hexadmin.provider")).isEqualTo("post");
        assertThat(delivery.getAttributes().get(AttributeKey.longKey("hexadmin.attempt")))
                .isEqualTo(1);
        assertThat(sent).as("what the provider sees").containsEntry("later", TRACE);
    }

    @Test
    void a_failed_attempt_is_an_error_without_the_words_of_the_provider() {
        message("refused", TRACED);
        SpanData delivery = request("deliver email");
        assertThat(delivery.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(text(delivery, "error.type")).isEqualTo("failed");
        assertThat(delivery.toString()).doesNotContain("ada@example.com");
    }
}
