package dev.hexadmin.persistence.dialect;

import dev.hexadmin.application.records.port.ConstraintViolated;
import java.util.List;

/**
 * A rule of the database that a statement broke, as far as the driver's exception tells.
 *
 * @param kind which rule; a foreign key is always {@code REFERENCE_NOT_FOUND} here, also when a delete broke it
 * @param table the table that has the rule, or empty
 * @param columns names of columns, or empty
 * @param rule the rule's name, or the text of a check, or empty
 */
public record Broken(ConstraintViolated.Kind kind, String table, List<String> columns, String rule) {}
