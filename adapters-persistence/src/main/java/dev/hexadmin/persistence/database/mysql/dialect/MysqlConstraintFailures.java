package dev.hexadmin.persistence.database.mysql.dialect;

import dev.hexadmin.application.records.port.ConstraintViolationException.Kind;
import dev.hexadmin.persistence.dialect.ConstraintFailure;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Interprets the error numbers and messages of a failed statement, which name what was broken. */
final class MysqlConstraintFailures {
    private static final Pattern DRIVER = Pattern.compile("^\\(conn=-?\\d+\\) ");
    private static final Pattern KEY = Pattern.compile("for key '(?:(.+)\\.)?([^'.]+)'", Pattern.DOTALL);
    /** A quoted name: MariaDB quotes as the connection does, MySQL always with backticks. */
    private static final String NAME = "[`\"]([^`\"]+)[`\"]";

    private static final Pattern FOREIGN_KEY =
            Pattern.compile("\\((?:" + NAME + "\\.)?" + NAME + ", CONSTRAINT " + NAME + " FOREIGN KEY \\(([^)]+)\\)");
    private static final Pattern QUOTED = Pattern.compile(NAME);
    /** Of MySQL, and of MariaDB, which names a check of a column by its table and column. */
    private static final Pattern CHECK = Pattern.compile(
            "^Check constraint '([^']+)'|^CONSTRAINT `(?:[^`]+\\.)?([^`.]+)` failed for (?:`[^`]+`\\.)?`([^`]+)`");

    private static final Pattern COLUMN =
            Pattern.compile("(?:[Cc]olumn|Field) (?:'(?:[^']*\\.)?([^'.]+)'|(?:`[^`]+`\\.)*`([^`]+)`)");

    private MysqlConstraintFailures() {}

    private static String said(SQLException failure) {
        return failure.getMessage() == null
                ? ""
                : DRIVER.matcher(failure.getMessage()).replaceFirst("");
    }

    /** A table, a column, a routine or a right that is missing; a view that does not support the statement. */
    static Optional<String> unusable(SQLException failure) {
        return switch (failure.getErrorCode()) {
            case 1054, 1142, 1143, 1146, 1227, 1288, 1305, 1347, 1348, 1356, 1370, 1393, 1394, 1395, 1412, 1471 ->
                Optional.of(said(failure));
            default -> {
                // data exception, cardinality violation, SIGNAL: raised by an expression of a view or a function
                String state = state(failure);
                yield state.startsWith("22") || state.startsWith("21") || state.startsWith("45")
                        ? Optional.of(said(failure))
                        : Optional.empty();
            }
        };
    }

    private static String state(SQLException failure) {
        return failure.getSQLState() == null ? "" : failure.getSQLState();
    }

    /** The rule that a statement broke; empty when it failed for another reason. */
    static Optional<ConstraintFailure> broken(SQLException failure) {
        String said = said(failure);
        String state = state(failure);
        return switch (failure.getErrorCode()) {
            case 1062, 1586, 1859 -> Optional.of(duplicate(said));
            case 1216, 1217, 1451, 1452 -> Optional.of(reference(said));
            case 1048, 1364, 1423 ->
                Optional.of(ConstraintFailure.ofColumns(Kind.NOT_NULL, group(COLUMN.matcher(said)), said));
            case 3819, 4025 -> Optional.of(check(said));
            case 1526 -> Optional.of(new ConstraintFailure(Kind.CHECK, "", List.of(), "", "", true, "", said));
            // SIGNAL; a pattern or a document that a function of a trigger or a computed column cannot read
            case 1139, 1642, 1643, 1644, 3141, 3143, 3144, 4035, 4036, 4037, 4038, 4039, 4040, 4041, 4042, 4043, 4044 ->
                Optional.of(ConstraintFailure.raised(Kind.CHECK, said));
            // too long for a row or a packet; a view's check option; a computed column; a document
            case 1118, 1153, 1265, 1292, 1369, 1906, 3105, 3140, 3156, 1366, 4078 -> Optional.of(value(said));
            default -> {
                boolean raised = state.equals("45000");
                boolean broken = raised || state.startsWith("22") || state.startsWith("23") || state.startsWith("44");
                yield !broken
                        ? Optional.empty()
                        : Optional.of(raised ? ConstraintFailure.raised(Kind.CHECK, said) : value(said));
            }
        };
    }

    private static ConstraintFailure value(String said) {
        return ConstraintFailure.ofColumns(Kind.CHECK, group(COLUMN.matcher(said)), said);
    }

    private static ConstraintFailure duplicate(String said) {
        Matcher key = KEY.matcher(said);
        return key.find()
                ? of(Kind.UNIQUE, key.group(1) == null ? "" : key.group(1), List.of(), key.group(2), said)
                : ConstraintFailure.ofRule(Kind.UNIQUE, "", said);
    }

    private static ConstraintFailure reference(String said) {
        Matcher key = FOREIGN_KEY.matcher(said);
        if (!key.find()) {
            return ConstraintFailure.ofRule(Kind.REFERENCE_NOT_FOUND, "", said);
        }
        List<String> columns = new ArrayList<>();
        Matcher column = QUOTED.matcher(key.group(4));
        while (column.find()) {
            columns.add(column.group(1));
        }
        return of(Kind.REFERENCE_NOT_FOUND, key.group(2), columns, key.group(3), said);
    }

    private static ConstraintFailure check(String said) {
        Matcher check = CHECK.matcher(said);
        if (!check.find()) {
            return ConstraintFailure.ofRule(Kind.CHECK, "", said);
        }
        return check.group(1) != null
                ? ConstraintFailure.ofRule(Kind.CHECK, check.group(1), said)
                : of(Kind.CHECK, check.group(3), List.of(), check.group(2), said);
    }

    private static ConstraintFailure of(Kind kind, String table, List<String> columns, String rule, String said) {
        return new ConstraintFailure(kind, table, columns, rule, "", false, "", said);
    }

    /** The group that was found, if one was. */
    private static List<String> group(Matcher matcher) {
        if (!matcher.find()) {
            return List.of();
        }
        return List.of(matcher.group(1) == null ? matcher.group(2) : matcher.group(1));
    }
}
