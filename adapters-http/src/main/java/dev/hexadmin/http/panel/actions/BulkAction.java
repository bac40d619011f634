package dev.hexadmin.http.panel.actions;

/**
 * An action on several records.
 *
 * @param value of its button, as the form sends it
 */
public record BulkAction(String value, String label, String icon, boolean dangerous) {}
