package dev.hexadmin.application.endpoints;

import dev.hexadmin.application.endpoints.EndpointAnswer.Result;
import dev.hexadmin.application.records.CodeName;
import dev.hexadmin.application.records.CodeRights;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.text.Label;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * A JSON endpoint of an application's own, below a model: {@code {admin}/api/{model}/{name}}. Immutable; its code is called
 * on many threads.
 *
 * <pre>{@code
 * RecordEndpoint.get("low_stock")
 *         .needs(Action.VIEW)
 *         .summary("Products that run out")
 *         .query("below", FieldType.INTEGER, f -> f.required().minimum(BigDecimal.ONE))
 *         .handleAsCaller(call -> EndpointAnswer.of(call.records()
 *                 .of(Product.class)
 *                 .filter("stock", Lookup.LT, call.query("below").orElseThrow())
 *                 .list()));
 * }</pre>
 */
public final class RecordEndpoint {
    private final Method method;
    private final String name;
    private final Action needs;
    private final Label summary;
    private final List<FieldDefinition> query;
    private final Body body;
    private final Set<Result> results;
    private final CodeRights rights;
    private final Code code;

    private RecordEndpoint(Builder builder, CodeRights rights, Code code) {
        this.method = builder.method;
        this.name = builder.name;
        this.needs = builder.needs;
        this.summary = builder.summary;
        this.query = List.copyOf(builder.query);
        this.body = builder.body;
        this.results = Collections.unmodifiableSet(new TreeSet<>(builder.results));
        this.rights = rights;
        this.code = code;
    }

    /** The HTTP methods an endpoint may have. */
    public enum Method {
        GET,
        POST,
        PUT,
        PATCH,
        DELETE;

        /** Whether its code may change records, in one transaction. */
        public boolean writes() {
            return this != GET;
        }
    }

    /** The request body of an endpoint. */
    public sealed interface Body {
        /** No body. */
        record None() implements Body {}

        /** Any JSON document. */
        record Any() implements Body {}

        /**
         * An object.
         *
         * @param fields its members
         */
        record Fields(List<FieldDefinition> fields) implements Body {
            public Fields {
                fields = List.copyOf(fields);
            }
        }
    }

    /** The code of an endpoint. Thread-safe. */
    @FunctionalInterface
    public interface Code {
        /**
         * Handles a call. The caller has the right, and query and body are valid.
         *
         * @throws dev.hexadmin.application.RequestRejectedException to reject the call; its changes are rolled back
         */
        EndpointAnswer answer(EndpointCall call);
    }

    /** An endpoint that reads. */
    public static Open get(String name) {
        return new Open(Method.GET, name);
    }

    /** An endpoint that writes; it accepts an {@code Idempotency-Key}. */
    public static Open post(String name) {
        return new Open(Method.POST, name);
    }

    public static Open put(String name) {
        return new Open(Method.PUT, name);
    }

    public static Open patch(String name) {
        return new Open(Method.PATCH, name);
    }

    public static Open delete(String name) {
        return new Open(Method.DELETE, name);
    }

    /** The first build stage: the endpoint needs a right before it can be built. */
    public static final class Open {
        private final Method method;
        private final String name;

        private Open(Method method, String name) {
            try {
                new CodeName(name);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("endpoint " + e.getMessage(), e);
            }
            this.method = method;
            this.name = name;
        }

        /** Sets the right on the model that callers need. */
        public Builder needs(Action action) {
            return new Builder(method, name, action);
        }
    }

    /** Collects the options of an endpoint. Not thread-safe. */
    public static final class Builder {
        private final Method method;
        private final String name;
        private final Action needs;
        private Label summary;
        private final List<FieldDefinition> query = new ArrayList<>();
        private final List<FieldDefinition> members = new ArrayList<>();
        private Body body = new Body.None();
        private Set<Result> results = Set.of(Result.OK, Result.EMPTY);

        private Builder(Method method, String name, Action needs) {
            this.method = method;
            this.name = name;
            this.needs = needs;
            this.summary = Label.of(name);
        }

        /** A short summary for the documents. */
        public Builder summary(String words) {
            return summary(Label.of(words));
        }

        /** The summary by language. */
        public Builder summary(Label words) {
            this.summary = words;
            return this;
        }

        /**
         * A query parameter, with the options of a field: {@code required}, {@code minimum}, {@code defaultValue}, ….
         *
         * @throws IllegalArgumentException for a type that a query cannot express, or a duplicate name
         */
        public Builder query(String name, FieldType type, UnaryOperator<FieldDefinition.Builder> options) {
            require(!name.equals("dry_run"), "'dry_run' is taken");
            add(query, name, type, options);
            return this;
        }

        /** A member of the body, which is an object, with the options of a field. */
        public Builder body(String name, FieldType type, UnaryOperator<FieldDefinition.Builder> options) {
            add(members, name, type, options);
            this.body = new Body.Fields(members);
            return this;
        }

        /** The body is any JSON document. */
        public Builder anyBody() {
            require(members.isEmpty(), "its body has fields already");
            this.body = new Body.Any();
            return this;
        }

        /** The results it may answer with, for the documents; unset: {@code OK} and {@code EMPTY}. */
        public Builder answers(Result first, Result... more) {
            this.results = EnumSet.of(first, more);
            return this;
        }

        /**
         * Builds an endpoint whose code has the rights of its caller, as if the caller used the API.
         *
         * @throws IllegalArgumentException when a GET or DELETE has a body
         */
        public RecordEndpoint handleAsCaller(Code code) {
            return handle(CodeRights.CALLER, code);
        }

        /**
         * Builds an endpoint whose code has the rights of the program: of the caller, only {@link Open#needs} is checked.
         *
         * @throws IllegalArgumentException when a GET or DELETE has a body
         */
        public RecordEndpoint handleAsProgram(Code code) {
            return handle(CodeRights.PROGRAM, code);
        }

        private RecordEndpoint handle(CodeRights rights, Code code) {
            require(
                    body instanceof Body.None || (method != Method.GET && method != Method.DELETE),
                    method + " takes no body");
            return new RecordEndpoint(this, rights, Objects.requireNonNull(code, "code"));
        }

        private void add(
                List<FieldDefinition> all,
                String field,
                FieldType type,
                UnaryOperator<FieldDefinition.Builder> options) {
            require(
                    type.valueType().isComparable() && !type.valueType().isRelation(),
                    "'" + field + "' cannot be of type '" + type.word() + "'");
            FieldDefinition built =
                    options.apply(FieldDefinition.builder(field, type)).build(name);
            Set<String> names = new HashSet<>();
            all.forEach(one -> names.add(one.name()));
            require(names.add(field), "'" + field + "' is given twice");
            all.add(built);
        }

        private void require(boolean holds, String rule) {
            if (!holds) {
                throw new IllegalArgumentException("endpoint '" + name + "': " + rule);
            }
        }
    }

    public Method method() {
        return method;
    }

    /** The path segment. */
    public String name() {
        return name;
    }

    /** Sets the right on the model that callers need. */
    public Action needs() {
        return needs;
    }

    public String summary() {
        return summary.text();
    }

    /** The summary by language. */
    public Label summaryLabels() {
        return summary;
    }

    /** The query parameters. */
    public List<FieldDefinition> query() {
        return query;
    }

    public Body body() {
        return body;
    }

    /** The results it may answer with. */
    public Set<Result> results() {
        return results;
    }

    /** The rights with which its code reads and writes records. */
    public CodeRights rights() {
        return rights;
    }

    /** Its code. */
    public Code code() {
        return code;
    }
}
