package dev.hexadmin.http.panel.lists;

import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.http.panel.frame.PageBody;
import gg.jte.Content;
import java.util.function.Function;

/**
 * What the list of a built-in model has in addition to what every list has.
 *
 * @param tabs the pages that belong together with the list, above it
 * @param buttons beside the heading; they depend on the rights of the actor alone
 */
public record ListAdditions(Function<Actor, Content> tabs, Function<Actor, Content> buttons) {
    /** Nothing. */
    public static final ListAdditions NONE = new ListAdditions(actor -> PageBody.NOTHING, actor -> PageBody.NOTHING);
}
