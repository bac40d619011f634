package dev.hexadmin.http.panel.lists;

import dev.hexadmin.http.panel.records.ActionButton;
import java.util.List;

/** The buttons beside the heading of a list; addresses are {@code ""} without the right. */
public record ListToolbar(List<ActionButton> actions, String importHref, String exportHref, String createHref) {}
