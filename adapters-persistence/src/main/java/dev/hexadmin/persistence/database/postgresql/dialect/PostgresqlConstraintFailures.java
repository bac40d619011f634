package dev.hexadmin.persistence.database.postgresql.dialect;

import dev.hexadmin.application.records.port.ConstraintViolationException.Kind;
import dev.hexadmin.persistence.dialect.ConstraintFailure;
import dev.hexadmin.persistence.dialect.TableName;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** Interprets PostgreSQL's SQL states and messages of a failed statement. */
final class PostgresqlConstraintFailures {
    /** The functions of the server that report what a trigger's author wrote with {@code RAISE} or {@code ASSERT}. */
    private static final Set<String> RAISING = Set.of("exec_stmt_raise", "exec_stmt_assert");

    /** The function of the server that reports a syntax error of a statement. */
    private static final String STATEMENT_PARSER = "scanner_yyerror";

    /** Data exception, cardinality violation, external routine, raised by PL/pgSQL. */
    private static final Set<String> RAISED_BY_EXPRESSIONS = Set.of("22", "21", "38", "39", "P0");

    /** How the server says which parameter it cannot read, in any language of its messages; not a statement inside of a function. */
    private static final Pattern PARAMETER = Pattern.compile("^[^\\n$\"]*\\$(\\d+) = ");

    private static final Pattern QUOTED = Pattern.compile("\"([^\"]+)\"");

    private PostgresqlConstraintFailures() {}

    /** The parameter whose text is no value of its type. */
    static OptionalInt rejectedParameter(SQLException failure) {
        @Nullable
        ServerErrorMessage server = failure instanceof PSQLException psql ? psql.getServerErrorMessage() : null;
        Matcher parameter = PARAMETER.matcher(server == null ? "" : text(server.getWhere()));
        return parameter.find() ? OptionalInt.of(Integer.parseInt(parameter.group(1))) : OptionalInt.empty();
    }

    /**
     * Class 42 except a syntax error; a feature that a rule or a view does not support; a schema that does not exist
     * any more; what an expression of a view or a function that it calls raises.
     */
    static Optional<String> unusable(SQLException failure) {
        String state = text(failure.getSQLState());
        boolean access = state.startsWith("42") && !state.equals("42601");
        return access
                        || RAISED_BY_EXPRESSIONS.contains(state.length() < 2 ? "" : state.substring(0, 2))
                        || state.equals("0A000")
                        || state.equals("55000")
                        || state.equals("3F000")
                ? Optional.of(text(failure.getMessage()))
                : Optional.empty();
    }

    /** The rule that a statement broke; empty when it failed for another reason. */
    static Optional<ConstraintFailure> broken(SQLException failure) {
        String state = text(failure.getSQLState());
        @Nullable
        ServerErrorMessage server = failure instanceof PSQLException psql ? psql.getServerErrorMessage() : null;
        String routine = server == null ? "" : text(server.getRoutine());
        boolean raised = state.equals("P0001") || RAISING.contains(routine);
        boolean rowSecurity = state.equals("42501") && routine.equals("ExecWithCheckOptions");
        Kind kind;
        switch (state) {
            case "23505", "23P01" -> kind = Kind.UNIQUE;
            case "23503", "23001" -> kind = Kind.REFERENCE_NOT_FOUND;
            case "23502" -> kind = Kind.NOT_NULL;
            case "54000", "428C9" -> kind = Kind.CHECK; // too long for an index; a generated column
            default -> {
                boolean value = state.startsWith("22") || state.startsWith("23") || state.startsWith("44");
                // a text that is no value of its column: tsquery and jsonpath have a syntax, hstore and PostGIS no
                // state
                boolean syntax = state.equals("42601") && !routine.equals(STATEMENT_PARSER);
                boolean parameter = state.equals("XX000")
                        && server != null
                        && text(server.getWhere()).contains("portal parameter");
                boolean passing = state.startsWith("08") || state.startsWith("40") || state.startsWith("5");
                if (!value && !syntax && !parameter && !rowSecurity && (!raised || passing)) {
                    return Optional.empty();
                }
                kind = Kind.CHECK;
            }
        }
        if (server == null) {
            return Optional.of(ConstraintFailure.ofRule(kind, "", text(failure.getMessage())));
        }
        String message = text(server.getMessage());
        Matcher generated = QUOTED.matcher(state.equals("428C9") ? message : "");
        @Nullable String column = generated.find() ? generated.group(1) : server.getColumn();
        return Optional.of(new ConstraintFailure(
                kind,
                server.getTable() == null
                        ? ""
                        : new TableName(text(server.getSchema()), text(server.getTable())).text(),
                column == null ? List.of() : List.of(column),
                text(server.getConstraint()),
                text(server.getDatatype()),
                routine.equals("ExecFindPartition") || routine.equals("ExecPartitionCheckEmitError"),
                raised
                        ? Stream.of(message, text(server.getDetail()), text(server.getHint()))
                                .filter(part -> !part.isBlank())
                                .collect(Collectors.joining(" "))
                        : "",
                message));
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }
}
