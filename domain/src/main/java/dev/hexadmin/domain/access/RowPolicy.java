package dev.hexadmin.domain.access;

import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.text.Message;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A parsed row policy: which records of a model a grant covers, such as {@code owner_id = $user.id or
 * (customer.country_id = 3 and not status in ('draft', 'void'))}.
 *
 * <p>The language, keywords in any case:
 *
 * <ul>
 *   <li>{@code and}, {@code or}, {@code not}, parentheses; {@code not} binds closest, {@code or} loosest;
 *   <li>{@code field op value} with {@code = != <> < <= > >=}, {@code contains} and {@code starts with} (both ignore
 *       case and take {@code %} and {@code _} as they are), {@code [not] in (value, …)}, {@code is [not] null};
 *   <li>a field is a name, or a path through references with {@code __} or {@code .}; {@code "not"} in double quotes
 *       where a name is a keyword;
 *   <li>a value is {@code 'text'} ({@code ''} for a quote; also dates, times, UUIDs, enum names), a number,
 *       {@code true}, {@code false}, {@code null}, {@code $user.id} or {@code $user.email}. {@code = null} is
 *       {@code is null}.
 * </ul>
 *
 * <p>As in SQL, a comparison with null is neither met nor is its {@code not}. Through a many-to-many relation a
 * comparison is met when one linked record meets it, and {@code !=} and {@code not in} when none has the value.
 *
 * @param model whose records it selects
 * @param text as written
 * @param term what it means
 */
public record RowPolicy(Model model, String text, Term term) {
    /** The maximum length of a policy, in characters. */
    public static final int MAX_LENGTH = 2_000;

    /** The maximum nesting depth of parentheses and {@code not}. */
    public static final int MAX_DEPTH = 32;

    /** The maximum number of references in a path. */
    public static final int MAX_STEPS = 4;

    /** The result of parsing a text. */
    public sealed interface Reading {
        /**
         * The text is a policy of the model.
         *
         * @param policy what it means
         */
        record Understood(RowPolicy policy) implements Reading {}

        /**
         * The text is not a valid policy.
         *
         * @param position of the first unexpected character, from 1
         * @param message a sentence for users that names the position and what was expected there
         */
        record Misunderstood(int position, Message message) implements Reading {}
    }

    /** A term of a policy. */
    public sealed interface Term {
        /**
         * A conjunction: every term must hold.
         *
         * @param terms the terms; true when empty
         */
        record All(List<Term> terms) implements Term {
            public All {
                terms = List.copyOf(terms);
            }
        }

        /**
         * A disjunction: at least one term must hold.
         *
         * @param terms the terms; false when empty
         */
        record Any(List<Term> terms) implements Term {
            public Any {
                terms = List.copyOf(terms);
            }
        }

        /**
         * A negation.
         *
         * @param term the term that must not hold
         */
        record Not(Term term) implements Term {}

        /**
         * A comparison of a field with operands.
         *
         * @param path the field
         * @param lookup the operator
         * @param operands as many as {@link Condition.Compare} takes
         */
        record Compare(FieldPath path, Lookup lookup, List<Operand> operands) implements Term {
            public Compare {
                operands = List.copyOf(operands);
            }
        }
    }

    /**
     * An attribute of the caller that a policy may compare with, written {@code $user.id}. Users who may change this
     * attribute choose the records that the policy covers.
     */
    public enum CallerValue {
        ID,
        EMAIL;

        /** As written in a policy. */
        public String text() {
            return "$user." + field();
        }

        /** The field of {@code admin_users} that holds the attribute. */
        public String field() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A value in a policy. */
    public sealed interface Operand {
        /**
         * A constant, equal for all callers.
         *
         * @param value of the field's Java class
         */
        record Literal(Object value) implements Operand {}

        /**
         * {@code $user.id}.
         *
         * @param type of the field it is compared with: a whole number, a decimal or a text
         */
        record CallerId(FieldType type) implements Operand {}

        /** {@code $user.email}. */
        record CallerEmail() implements Operand {}
    }

    /** Parses a policy of a user; never throws, for any text. */
    public static Reading read(Model model, String text) {
        return RowPolicyParser.parse(model, text);
    }

    /**
     * Parses a policy of a program.
     *
     * <pre>{@code
     * private volatile RowPolicy own;
     *
     * public void onStart(Model model) {
     *     own = RowPolicy.parse(model, "owner_id = $user.id");
     * }
     *
     * public Condition rowPolicy(Actor actor) {
     *     return isManager(actor) ? Condition.always() : own.bind(actor);
     * }
     * }</pre>
     *
     * @throws IllegalArgumentException when the text is not a policy of the model; the message has the text, and the position and
     *     the reason of the first error
     */
    public static RowPolicy parse(Model model, String text) {
        return switch (read(model, text)) {
            case Reading.Understood(RowPolicy policy) -> policy;
            case Reading.Misunderstood(int position, Message message) ->
                throw new IllegalArgumentException(
                        "model '" + model.name() + "': the row policy \"" + text + "\" is not understood. " + message);
        };
    }

    /** Which records the caller's grant covers. */
    public Condition bind(Actor.SignedIn caller) {
        return bind(term, caller);
    }

    /** The records of a user; all records for the program, none for anonymous callers. */
    public Condition bind(Actor actor) {
        return switch (actor) {
            case Actor.SignedIn user -> bind(user);
            case Actor.Operator program -> Condition.always();
            case Actor.Anonymous anonymous -> Condition.never();
        };
    }

    /**
     * Whether every record that meets this policy certainly meets at least one of the wider policies. This policy must
     * repeat one of them and may restrict it further with {@code and}. False where the data or arithmetic would have to
     * be evaluated to know.
     */
    public boolean within(Collection<RowPolicy> wider) {
        return within(term, new Term.Any(wider.stream().map(RowPolicy::term).toList()));
    }

    private static boolean within(Term narrow, Term wide) {
        return narrow.equals(wide)
                || (narrow instanceof Term.Any(List<Term> parts)
                        && parts.stream().allMatch(part -> within(part, wide)))
                || (narrow instanceof Term.All(List<Term> parts)
                        && parts.stream().anyMatch(part -> within(part, wide)))
                || (wide instanceof Term.Any(List<Term> parts) && parts.stream().anyMatch(part -> within(narrow, part)))
                || (wide instanceof Term.All(List<Term> parts)
                        && parts.stream().allMatch(part -> within(narrow, part)));
    }

    /** Every field that the policy reads, including the references on the path. */
    public Set<FieldPath> paths() {
        Set<FieldPath> paths = new LinkedHashSet<>();
        compares(term, compare -> paths.add(compare.path()));
        return paths;
    }

    /** Every attribute of the caller that the policy compares with. */
    public Set<CallerValue> callerValues() {
        Set<CallerValue> values = EnumSet.noneOf(CallerValue.class);
        compares(term, compare -> {
            for (Operand operand : compare.operands()) {
                switch (operand) {
                    case Operand.CallerId id -> values.add(CallerValue.ID);
                    case Operand.CallerEmail email -> values.add(CallerValue.EMAIL);
                    case Operand.Literal literal -> {}
                }
            }
        });
        return values;
    }

    private static void compares(Term term, Consumer<Term.Compare> each) {
        switch (term) {
            case Term.All(List<Term> terms) -> terms.forEach(part -> compares(part, each));
            case Term.Any(List<Term> terms) -> terms.forEach(part -> compares(part, each));
            case Term.Not(Term part) -> compares(part, each);
            case Term.Compare compare -> each.accept(compare);
        }
    }

    private static Condition bind(Term term, Actor.SignedIn caller) {
        return switch (term) {
            case Term.All(List<Term> terms) ->
                new Condition.All(terms.stream().map(part -> bind(part, caller)).toList());
            case Term.Any(List<Term> terms) ->
                new Condition.Any(terms.stream().map(part -> bind(part, caller)).toList());
            case Term.Not(Term part) -> new Condition.Not(bind(part, caller));
            case Term.Compare(FieldPath path, Lookup lookup, List<Operand> operands) ->
                new Condition.Compare(
                        path,
                        lookup,
                        operands.stream().map(operand -> value(operand, caller)).toList());
        };
    }

    private static Object value(Operand operand, Actor.SignedIn caller) {
        return switch (operand) {
            case Operand.Literal(Object value) -> value;
            case Operand.CallerEmail() -> caller.email().value();
            case Operand.CallerId(FieldType type) ->
                type.valueType()
                        .ofNumber(caller.id().value())
                        .orElseThrow(() -> new IllegalStateException("no id is of type '" + type.word() + "'"));
        };
    }
}
