package dev.hexadmin.domain.access;

import dev.hexadmin.domain.access.RowPolicy.CallerValue;
import dev.hexadmin.domain.access.RowPolicy.Operand;
import dev.hexadmin.domain.access.RowPolicy.Reading;
import dev.hexadmin.domain.access.RowPolicy.Term;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.type.ValueType;
import dev.hexadmin.domain.models.type.ValueType.Literal;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.text.Message;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Parses the row policy language by recursive descent: one method per rule of the grammar. */
final class RowPolicyParser {
    private final Model model;
    private final String text;
    private Token token;
    private int depth;

    private enum Kind {
        NAME,
        QUOTED_NAME,
        TEXT,
        NUMBER,
        CALLER,
        SYMBOL,
        END
    }

    /**
     * A token of the policy.
     *
     * @param start index of its first character
     * @param end index after its last one
     * @param value the token's meaning: a text without quotes, otherwise as written
     */
    private record Token(Kind kind, int start, int end, String value) {
        boolean is(String word) {
            return (kind == Kind.NAME || kind == Kind.SYMBOL) && value.equalsIgnoreCase(word);
        }
    }

    /** Ends the parsing; caught inside this class. */
    private static final class Unreadable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final int index;
        private final transient Message reason;

        Unreadable(int index, Message reason) {
            super(reason.text(), null, false, false);
            this.index = index;
            this.reason = reason;
        }
    }

    private RowPolicyParser(Model model, String text) {
        this.model = model;
        this.text = text;
        this.token = scan(0);
    }

    static Reading parse(Model model, String text) {
        try {
            if (text.length() > RowPolicy.MAX_LENGTH) {
                throw new Unreadable(
                        RowPolicy.MAX_LENGTH,
                        Message.of(
                                        "{limit, plural, one {a policy has at most # character} other {a policy has at most # characters}}")
                                .with("limit", RowPolicy.MAX_LENGTH));
            }
            RowPolicyParser parser = new RowPolicyParser(model, text);
            Term term = parser.alternatives();
            if (parser.token.kind() != Kind.END) {
                throw parser.expected(Message.of("'and', 'or' or the end"));
            }
            return new Reading.Understood(new RowPolicy(model, text, term));
        } catch (Unreadable e) {
            int position = e.index + 1;
            return new Reading.Misunderstood(
                    position,
                    Message.of("At position {position}: {reason}.")
                            .with("position", Integer.toString(position))
                            .with("reason", e.reason));
        }
    }

    private Term alternatives() {
        List<Term> terms = new ArrayList<>();
        do {
            terms.add(conjunction());
        } while (take("or"));
        return terms.size() == 1 ? terms.getFirst() : new Term.Any(terms);
    }

    private Term conjunction() {
        List<Term> terms = new ArrayList<>();
        do {
            terms.add(negation());
        } while (take("and"));
        return terms.size() == 1 ? terms.getFirst() : new Term.All(terms);
    }

    private Term negation() {
        int start = token.start();
        if (take("not")) {
            deeper(start);
            Term term = negation();
            depth--;
            return new Term.Not(term);
        }
        if (take("(")) {
            deeper(start);
            Term term = alternatives();
            need(")", Message.of("'and', 'or' or ')'"));
            depth--;
            return term;
        }
        return comparison();
    }

    private void deeper(int start) {
        if (++depth > RowPolicy.MAX_DEPTH) {
            throw new Unreadable(
                    start,
                    Message.of(
                                    "{limit, plural, one {parentheses and 'not' nest at most # level deep} other {parentheses and 'not' nest at most # levels deep}}")
                            .with("limit", RowPolicy.MAX_DEPTH));
        }
    }

    private Term comparison() {
        FieldPath path = path();
        Token operator = token;
        if (take("is")) {
            boolean not = take("not");
            need("null", not ? Message.verbatim("'null'") : Message.of("'null' or 'not null'"));
            return isNull(path, !not);
        }
        if (take("in")) {
            return in(path, false, operator);
        }
        if (take("not")) {
            need("in", Message.verbatim("'in'"));
            return in(path, true, operator);
        }
        if (take("contains")) {
            return compare(path, Lookup.ICONTAINS, operator);
        }
        if (take("starts")) {
            need("with", Message.verbatim("'with'"));
            return compare(path, Lookup.ISTARTSWITH, operator);
        }
        if (take("=")) {
            return take("null") ? isNull(path, true) : compare(path, Lookup.EXACT, operator);
        }
        if (take("!=") || take("<>")) {
            return take("null") ? isNull(path, false) : compare(path, Lookup.NE, operator);
        }
        if (take("<")) {
            return compare(path, Lookup.LT, operator);
        }
        if (take("<=")) {
            return compare(path, Lookup.LTE, operator);
        }
        if (take(">")) {
            return compare(path, Lookup.GT, operator);
        }
        if (take(">=")) {
            return compare(path, Lookup.GTE, operator);
        }
        throw expected(Message.of("a comparison such as '=', 'in' or 'is null'"));
    }

    private static Term isNull(FieldPath path, boolean yes) {
        return new Term.Compare(path, Lookup.ISNULL, List.of(new Operand.Literal(yes)));
    }

    private Term in(FieldPath path, boolean not, Token operator) {
        Target target = target(path, Lookup.IN, operator);
        need("(", Message.verbatim("'('"));
        List<Operand> operands = new ArrayList<>();
        do {
            operands.add(operand(target));
        } while (take(","));
        need(")", Message.of("',' or ')'"));
        Term in = new Term.Compare(path, Lookup.IN, operands);
        return not ? new Term.Not(in) : in;
    }

    private Term compare(FieldPath path, Lookup lookup, Token operator) {
        Operand operand = operand(target(path, lookup, operator));
        if (lookup == Lookup.NE && path.isToMany()) {
            return new Term.Not(new Term.Compare(path, Lookup.EXACT, List.of(operand)));
        }
        return new Term.Compare(path, lookup, List.of(operand));
    }

    /**
     * The field whose values are compared: for a relation, the key at the end of the references.
     *
     * @param owner the model that has it
     */
    private record Target(Model owner, FieldDefinition field) {
        ValueType type() {
            return field.valueType();
        }
    }

    private Target target(FieldPath path, Lookup lookup, Token operator) {
        Model owner = path.owner();
        FieldDefinition field = path.field();
        while (field.reference().isPresent()) {
            owner = owner.target(field);
            field = owner.key().getFirst();
        }
        boolean ordering = lookup != Lookup.EXACT && lookup != Lookup.NE && lookup != Lookup.IN;
        if (!lookup.appliesTo(field.type()) || (ordering && path.field().type() == FieldType.REFERENCES)) {
            throw new Unreadable(
                    operator.start(),
                    Message.of("''{value}'' cannot be used on {path}, which is of type {type}")
                            .with("value", operator.value())
                            .with("path", path.text())
                            .with("type", path.field().type().word()));
        }
        return new Target(owner, field);
    }

    private FieldPath path() {
        Token name = token;
        if (name.kind() != Kind.NAME && name.kind() != Kind.QUOTED_NAME) {
            throw expected(Message.of("a field of {model}").with("model", model.name()));
        }
        FieldPath path = ModelRegistry.pathOfFormerNames(model, name.value().replace(".", "__"))
                .orElseThrow(() -> new Unreadable(
                        name.start(),
                        Message.of("''{value}'' is no field of {model}")
                                .with("value", name.value())
                                .with("model", model.name())));
        if (!path.field().queryable()) {
            throw new Unreadable(
                    name.start(), Message.of("''{value}'' cannot be looked at").with("value", name.value()));
        }
        if (path.through().size() > RowPolicy.MAX_STEPS) {
            throw new Unreadable(
                    name.start(),
                    Message.of(
                                    "{limit, plural, one {''{value}'' follows more than # reference} other {''{value}'' follows more than # references}}")
                            .with("value", name.value())
                            .with("limit", RowPolicy.MAX_STEPS));
        }
        advance();
        return path;
    }

    private Operand operand(Target target) {
        Token value = token;
        Operand operand = switch (value.kind()) {
            case CALLER -> caller(target, value);
            case TEXT -> literal(target, value, Literal.TEXT);
            case NUMBER -> literal(target, value, Literal.NUMBER);
            case NAME -> {
                if (value.is("true") || value.is("false")) {
                    yield literal(target, value, Literal.WORD);
                }
                if (value.is("null")) {
                    throw new Unreadable(value.start(), Message.of("null cannot be compared here; write 'is null'"));
                }
                throw target.type().literal() == Literal.TEXT ? unquoted(value) : expected(expectation(target));
            }
            case QUOTED_NAME -> throw unquoted(value);
            case SYMBOL, END -> throw expected(expectation(target));
        };
        advance();
        return operand;
    }

    private static Unreadable unquoted(Token value) {
        return new Unreadable(
                value.start(),
                Message.of("a text is written in single quotes: ''{value}''").with("value", value.value()));
    }

    private static Operand literal(Target target, Token value, Literal form) {
        Optional<Object> parsed = target.type().literal() == form
                ? target.type()
                        .parse(
                                target.owner(),
                                target.field(),
                                value.kind() == Kind.NAME ? value.value().toLowerCase(Locale.ROOT) : value.value())
                : Optional.empty();
        return new Operand.Literal(parsed.orElseThrow(
                () -> new Unreadable(value.start(), notExpected(expectation(target), written(value)))));
    }

    private static Operand caller(Target target, Token value) {
        if (value.value().equalsIgnoreCase(CallerValue.EMAIL.text())
                && target.type().isFreeText()) {
            return new Operand.CallerEmail();
        }
        if (value.value().equalsIgnoreCase(CallerValue.ID.text())
                && target.type().ofNumber(0).isPresent()) {
            return new Operand.CallerId(target.field().type());
        }
        throw new Unreadable(value.start(), notExpected(expectation(target), Message.verbatim(value.value())));
    }

    /** A description of the values of a field, to be followed by "is expected". */
    private static Message expectation(Target target) {
        return target.type().expectedLiteral(target.owner(), target.field());
    }

    private boolean take(String word) {
        if (token.is(word)) {
            advance();
            return true;
        }
        return false;
    }

    private void need(String word, Message expectation) {
        if (!take(word)) {
            throw expected(expectation);
        }
    }

    private Unreadable expected(Message what) {
        return new Unreadable(token.start(), notExpected(what, written(token)));
    }

    private static Message notExpected(Message expected, Message found) {
        return Message.of("{expected} is expected, not {found}")
                .with("expected", expected)
                .with("found", found);
    }

    private static Message written(Token token) {
        return switch (token.kind()) {
            case END -> Message.of("the end");
            case TEXT -> Message.of("a text");
            case NAME, QUOTED_NAME, NUMBER, CALLER, SYMBOL -> Message.verbatim("'" + token.value() + "'");
        };
    }

    private void advance() {
        token = scan(token.end());
    }

    private Token scan(int from) {
        int start = from;
        while (start < text.length() && Character.isWhitespace(text.charAt(start))) {
            start++;
        }
        if (start == text.length()) {
            return new Token(Kind.END, start, start, "");
        }
        char c = text.charAt(start);
        if (isLetter(c)) {
            return word(Kind.NAME, start, start + 1);
        }
        if (c == '$') {
            Token caller = word(Kind.CALLER, start, start + 1);
            String value = caller.value().toLowerCase(Locale.ROOT);
            if (Arrays.stream(CallerValue.values()).noneMatch(one -> one.text().equals(value))) {
                throw new Unreadable(
                        start,
                        notExpected(
                                Message.of("{first} or {second}")
                                        .with("first", CallerValue.ID.text())
                                        .with("second", CallerValue.EMAIL.text()),
                                Message.verbatim("'" + caller.value() + "'")));
            }
            return caller;
        }
        if (isDigit(c) || (c == '-' && start + 1 < text.length() && isDigit(text.charAt(start + 1)))) {
            return number(start);
        }
        if (c == '\'' || c == '"') {
            return quoted(start, c);
        }
        String two = text.substring(start, Math.min(start + 2, text.length()));
        if (two.equals("!=") || two.equals("<>") || two.equals("<=") || two.equals(">=")) {
            return new Token(Kind.SYMBOL, start, start + 2, two);
        }
        if ("=<>(),".indexOf(c) >= 0) {
            return new Token(Kind.SYMBOL, start, start + 1, String.valueOf(c));
        }
        throw new Unreadable(
                start,
                Message.of("''{value}'' has no meaning here")
                        .with("value", Character.toString(text.codePointAt(start))));
    }

    private Token word(Kind kind, int start, int from) {
        int end = from;
        while (end < text.length()
                && (isLetter(text.charAt(end)) || isDigit(text.charAt(end)) || text.charAt(end) == '.')) {
            end++;
        }
        return new Token(kind, start, end, text.substring(start, end));
    }

    private Token number(int start) {
        int end = digits(start + 1);
        if (end + 1 < text.length() && text.charAt(end) == '.' && isDigit(text.charAt(end + 1))) {
            end = digits(end + 1);
        }
        if (end < text.length() && (isLetter(text.charAt(end)) || text.charAt(end) == '.')) {
            throw new Unreadable(
                    end, Message.of("a number ends before ''{value}''").with("value", text.charAt(end)));
        }
        return new Token(Kind.NUMBER, start, end, text.substring(start, end));
    }

    private int digits(int from) {
        int end = from;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private Token quoted(int start, char quote) {
        StringBuilder value = new StringBuilder();
        int at = start + 1;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == quote) {
                if (at + 1 < text.length() && text.charAt(at + 1) == quote) {
                    at++;
                } else {
                    return new Token(quote == '\'' ? Kind.TEXT : Kind.QUOTED_NAME, start, at + 1, value.toString());
                }
            }
            // PostgreSQL does not accept NUL in a text parameter
            if (c == '\0') {
                throw new Unreadable(at, Message.of("this character cannot be stored"));
            }
            value.append(c);
            at++;
        }
        throw new Unreadable(
                start,
                Message.of("the text that begins here has no closing {quote}").with("quote", quote));
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
