package dev.hexadmin.domain.access;

import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.Lookup;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A row policy, understood: which records of a model a grant covers, such as {@code owner_id = $user.id or
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
    /** A policy's length at most, in characters. */
    public static final int MAX_LENGTH = 2_000;

    /** How deep parentheses and {@code not} may nest. */
    public static final int MAX_DEPTH = 32;

    /** How many references a path may follow. */
    public static final int MAX_STEPS = 4;

    /** What parsing a text gave. */
    public sealed interface Reading {
        /**
         * It is a policy of the model.
         *
         * @param policy what it means
         */
        record Understood(RowPolicy policy) implements Reading {}

        /**
         * It is none.
         *
         * @param position of the first character that does not fit, from 1
         * @param message what was expected there, a sentence for people that names the position
         */
        record Misunderstood(int position, String message) implements Reading {}
    }

    /** A part of a policy. */
    public sealed interface Term {
        /**
         * All hold.
         *
         * @param terms what; true when empty
         */
        record All(List<Term> terms) implements Term {
            public All {
                terms = List.copyOf(terms);
            }
        }

        /**
         * At least one holds.
         *
         * @param terms what; false when empty
         */
        record Any(List<Term> terms) implements Term {
            public Any {
                terms = List.copyOf(terms);
            }
        }

        /**
         * It does not hold.
         *
         * @param term what
         */
        record Not(Term term) implements Term {}

        /**
         * A field is compared.
         *
         * @param path which
         * @param lookup how
         * @param operands with what; as many as {@link Condition.Compare} wants
         */
        record Compare(FieldPath path, Lookup lookup, List<Operand> operands) implements Term {
            public Compare {
                operands = List.copyOf(operands);
            }
        }
    }

    /**
     * A value of the caller that a policy may compare with, written {@code $user.id}. Who may set it chooses the records
     * that the policy covers.
     */
    public enum CallerValue {
        ID,
        EMAIL;

        /** As written in a policy. */
        public String text() {
            return "$user." + field();
        }

        /** The field of {@code admin_users} that holds it. */
        public String field() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A value in a policy. */
    public sealed interface Operand {
        /**
         * The same for everybody.
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

    /** Reads a policy; never throws for a text, whatever it is. */
    public static Reading parse(Model model, String text) {
        return RowPolicyParser.parse(model, text);
    }

    /** Which records the caller's grant covers. */
    public Condition bind(Actor.SignedIn caller) {
        return bind(term, caller);
    }

    /**
     * Whether every record that meets this policy is sure to meet at least one of the wider ones: it repeats one of them
     * and may narrow it further with {@code and}. False where it is only so by chance of the data or by arithmetic.
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

    /** Every field it looks at, with the references on the way. */
    public Set<FieldPath> paths() {
        Set<FieldPath> paths = new LinkedHashSet<>();
        compares(term, compare -> paths.add(compare.path()));
        return paths;
    }

    /** Every value of the caller that it compares with. */
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
