package dev.hexadmin.http.panel.frame;

import dev.hexadmin.domain.text.Language;
import dev.hexadmin.http.texts.Localized;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The navigation in the sidebar. Users with the same rights and language see the same until they open a page of another entry, or their
 * saved views change, so its markup is made once for each.
 *
 * @param menu compared by identity: it is the same object for the same rights
 * @param current the address of the entry that the page belongs to, or {@code ""}
 * @param language of the markup
 */
public record Navigation(PanelUrls places, List<Group> menu, List<View> views, String current, Language language) {
    public Navigation {
        views = List.copyOf(views);
    }

    /**
     * Entries that belong together.
     *
     * @param label {@code ""} for the first ones
     */
    public record Group(String label, List<Item> items) {
        public Group {
            items = List.copyOf(items);
        }
    }

    /**
     * An entry.
     *
     * @param icon a name of {@link Icons}
     * @param one what a single record is called
     * @param create where the form for a new one is; {@code ""} for who may not create one
     */
    public record Item(String label, String href, String icon, String one, String create) {}

    /**
     * A saved view below the entry of its model.
     *
     * @param list the address of the list
     * @param tally the number of its records; {@code ""} while it is not known
     * @param current whether the page shows it
     */
    public record View(String list, String label, String href, String tally, boolean current) {}

    /** @param path of the page */
    static Navigation of(PanelUrls places, List<Group> menu, List<View> views, String path, List<Frame.Crumb> crumbs) {
        String notifications = notifications(places);
        String current = "";
        if (path.equals(places.home()) || path.equals(places.home() + "/")) {
            current = places.home();
        } else if (isAt(path, notifications)
                || (!crumbs.isEmpty() && crumbs.getFirst().href().equals(notifications))) {
            current = notifications;
        } else {
            for (Group group : menu) {
                for (Item item : group.items()) {
                    current = isAt(path, item.href()) ? item.href() : current;
                }
            }
        }
        return new Navigation(places, menu, views, current, Localized.current().language());
    }

    private static boolean isAt(String path, String href) {
        return path.startsWith(href) || (path.length() + 1 == href.length() && href.startsWith(path));
    }

    private static String notifications(PanelUrls places) {
        return places.admin() + "/notifications/";
    }

    /** The address of the inbox. */
    public String notifications() {
        return notifications(places);
    }

    /** The saved views of a list. */
    public List<View> of(Item item) {
        return views.stream().filter(view -> view.list().equals(item.href())).toList();
    }

    @Override
    @SuppressWarnings("ReferenceEquality")
    public boolean equals(@Nullable Object other) {
        return other
                        instanceof
                        Navigation(PanelUrls urls, List<Group> theirs, List<View> saved, String at, Language read)
                && theirs == menu
                && at.equals(current)
                && read.equals(language)
                && saved.equals(views)
                && urls.equals(places);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * System.identityHashCode(menu) + current.hashCode()) + views.hashCode();
    }
}
