package dev.hexadmin.testkit;

import java.util.Set;

/**
 * An entry of the audit log.
 *
 * @param event what was done, such as {@code create}, {@code update}, {@code delete} or {@code sign_in}
 * @param model whose record it was done to
 * @param record its key as the API writes it
 * @param actor who did it: an e-mail address, or what a program is called
 * @param fields the fields that were changed
 */
public record AuditLine(String event, String model, String record, String actor, Set<String> fields) {
    public AuditLine {
        fields = Set.copyOf(fields);
    }
}
