package dev.hexadmin.persistence.database.sqlite.dialect;

import dev.hexadmin.application.records.port.ConstraintViolationException.Kind;
import dev.hexadmin.persistence.dialect.ConstraintFailure;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Interprets SQLite's result codes and messages of a failed statement. */
final class SqliteConstraintFailures {
    private static final Pattern FAILED =
            Pattern.compile("(UNIQUE|NOT NULL|CHECK) constraint failed: (.*)", Pattern.DOTALL);
    /** There is no query solution where a table without a rowid has a key in a collation that only its program has. */
    private static final Pattern UNUSABLE =
            Pattern.compile("no such (?:table|column|view|module|function|collation sequence)"
                    + "|unknown function|has no column named|foreign key mismatch|cannot modify|no query solution");

    /**
     * A value that an expression of a view, a computed column, an index or a trigger cannot take: when it is written it is
     * refused, and when it is read the rows cannot be.
     */
    private static final Pattern REFUSED_BY_EXPRESSION = Pattern.compile(
            "malformed JSON|JSON cannot hold BLOB values|JSON path error|bad JSON path|integer overflow");

    private static final Pattern STRICT = Pattern.compile("cannot store \\w+ value in \\w+ column (.+)");

    private SqliteConstraintFailures() {}

    /** What is wrong with the table; empty when the statement failed for another reason. */
    static Optional<String> unusable(SQLException failure) {
        return failure instanceof SQLiteException sqlite
                        && (isError(sqlite, UNUSABLE) || isError(sqlite, REFUSED_BY_EXPRESSION))
                ? Optional.of(said(sqlite))
                : Optional.empty();
    }

    private static boolean isError(SQLiteException failure, Pattern said) {
        return (failure.getResultCode().code & 0xff) == SQLiteErrorCode.SQLITE_ERROR.code
                && said.matcher(said(failure)).find();
    }

    /** The rule that a statement broke; empty when it failed for another reason. */
    static Optional<ConstraintFailure> broken(SQLException failure) {
        if (!(failure instanceof SQLiteException sqlite)) {
            return Optional.empty();
        }
        if (isError(sqlite, REFUSED_BY_EXPRESSION)) {
            return Optional.of(ConstraintFailure.raised(Kind.CHECK, said(sqlite)));
        }
        SQLiteErrorCode code = sqlite.getResultCode();
        String said = said(sqlite);
        return switch (code) {
            case SQLITE_CONSTRAINT_UNIQUE, SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_ROWID ->
                Optional.of(named(Kind.UNIQUE, said));
            case SQLITE_CONSTRAINT_NOTNULL -> Optional.of(named(Kind.NOT_NULL, said));
            case SQLITE_CONSTRAINT_FOREIGNKEY ->
                Optional.of(ConstraintFailure.ofRule(Kind.REFERENCE_NOT_FOUND, "", said));
            case SQLITE_CONSTRAINT_TRIGGER ->
                // RAISE in a trigger, or ON DELETE RESTRICT
                Optional.of(
                        said.equals("FOREIGN KEY constraint failed")
                                ? ConstraintFailure.ofRule(Kind.REFERENCE_NOT_FOUND, "", said)
                                : ConstraintFailure.raised(Kind.CHECK, said));
            case SQLITE_CONSTRAINT_CHECK, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG ->
                Optional.of(named(Kind.CHECK, said));
            default -> {
                Matcher strict = STRICT.matcher(said);
                yield strict.matches()
                        ? Optional.of(ConstraintFailure.ofColumns(Kind.CHECK, List.of(column(strict.group(1))), said))
                        : (code.code & 0xff) == SQLiteErrorCode.SQLITE_CONSTRAINT.code
                                ? Optional.of(ConstraintFailure.ofRule(Kind.CHECK, "", said))
                                : Optional.empty();
            }
        };
    }

    /**
     * The message of SQLite without the driver's description of the code: {@code [CODE] its meaning (what SQLite
     * says)}.
     */
    private static String said(SQLiteException failure) {
        String message = String.valueOf(failure.getMessage());
        String start = failure.getResultCode() + " (";
        return message.startsWith(start) && message.endsWith(")")
                ? message.substring(start.length(), message.length() - 1)
                : message;
    }

    private static ConstraintFailure named(Kind kind, String said) {
        Matcher matcher = FAILED.matcher(said);
        if (!matcher.matches()) {
            return ConstraintFailure.ofRule(kind, "", said);
        }
        String what = matcher.group(2);
        if (kind == Kind.CHECK) {
            return ConstraintFailure.ofRule(kind, what, said);
        }
        if (what.startsWith("index '")) {
            return ConstraintFailure.ofRule(kind, what.substring("index '".length(), what.length() - 1), said);
        }
        List<String> columns = new ArrayList<>();
        String table = "";
        for (String part : what.split(", ", -1)) {
            columns.add(column(part));
            table = part.substring(0, Math.max(0, part.lastIndexOf('.')));
        }
        return new ConstraintFailure(kind, table, columns, "", "", false, "", said);
    }

    private static String column(String qualified) {
        return qualified.substring(qualified.lastIndexOf('.') + 1);
    }
}
