package dev.hexadmin.http.panel.lists;

/**
 * The hidden fields of a form that saves a view, and where it is sent to.
 *
 * @param model the model's name
 * @param query the query of the list
 */
public record ViewForm(String action, String model, String query, String csrfToken) {}
