package dev.hexadmin.persistence.dialect;

import dev.hexadmin.application.records.port.ConstraintViolationException.Kind;
import java.util.List;

/**
 * A rule of the database that a statement broke, as far as the driver's exception contains it.
 *
 * @param kind which rule; a foreign key is always {@code REFERENCE_NOT_FOUND}, also when a delete broke it
 * @param table the table that has the rule, or empty
 * @param columns names of columns, or empty
 * @param rule the rule's name, or the text of a check, or empty
 * @param type the domain that has the rule, or empty
 * @param partition whether no partition takes the row
 * @param raised the text of {@code RAISE}, which the database's author wrote for users, or empty
 * @param said the message of the database, or empty
 */
public record ConstraintFailure(
        Kind kind,
        String table,
        List<String> columns,
        String rule,
        String type,
        boolean partition,
        String raised,
        String said) {

    public ConstraintFailure {
        columns = List.copyOf(columns);
    }

    public static ConstraintFailure ofColumns(Kind kind, List<String> columns, String said) {
        return new ConstraintFailure(kind, "", columns, "", "", false, "", said);
    }

    public static ConstraintFailure ofRule(Kind kind, String rule, String said) {
        return new ConstraintFailure(kind, "", List.of(), rule, "", false, "", said);
    }

    public static ConstraintFailure raised(Kind kind, String text) {
        return new ConstraintFailure(kind, "", List.of(), "", "", false, text, text);
    }
}
