package dev.hexadmin.http.panel.records;

import java.util.List;

/**
 * The errors of a form.
 *
 * @param sentence the error message, or {@code ""}
 * @param others errors that belong to no field of the form
 */
public record FormErrors(String sentence, List<String> others) {}
