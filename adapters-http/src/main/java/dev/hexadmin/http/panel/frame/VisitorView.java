package dev.hexadmin.http.panel.frame;

import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.SavedView;

/**
 * A saved view as a page shows it to its visitor.
 *
 * @param href the address of the list with the view
 * @param tally the number of its records; {@code ""} while it is not known
 */
public record VisitorView(SavedView view, Model model, String href, String tally) {}
