package dev.hexadmin.http.panel.lists;

import dev.hexadmin.http.panel.records.SelectOption;
import java.util.List;

/**
 * The actions on the selected records.
 *
 * @param matching whether all matching records can be selected, as the page does not show all of them
 */
public record SelectionBar(List<SelectOption> actions, boolean matching) {}
