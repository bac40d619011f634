package dev.hexadmin.http.panel.frame;

import java.util.List;
import java.util.Optional;

/**
 * The parts of a page around its content.
 *
 * @param title of the page, also its heading
 * @param crumbs the breadcrumbs, without the dashboard
 * @param path of the request, which the sidebar marks
 * @param visitor the signed-in user
 * @param nav the sidebar
 * @param flashes messages about the previous request
 * @param places where pages are
 */
public record Frame(
        String title,
        List<Crumb> crumbs,
        String path,
        Optional<Visitor> visitor,
        List<NavGroup> nav,
        List<Flash> flashes,
        Appearance appearance,
        PanelUrls places) {
    public Frame {
        crumbs = List.copyOf(crumbs);
        nav = List.copyOf(nav);
        flashes = List.copyOf(flashes);
    }

    /** A step on the way to a page. */
    public record Crumb(String label, String href) {}

    /**
     * The user who views the page.
     *
     * @param csrfToken for the field {@code csrf_token} of forms
     * @param unread notifications
     * @param views the saved views that the user sees
     */
    public record Visitor(String email, String csrfToken, long unread, List<NavView> views) {
        public Visitor {
            views = List.copyOf(views);
        }

        /** The saved views of a list in the sidebar. */
        public List<NavView> views(NavItem item) {
            return views.isEmpty()
                    ? views
                    : views.stream()
                            .filter(view -> view.list().equals(item.href()))
                            .toList();
        }

        /** Two letters that stand for the user. */
        public String initials() {
            String name = email.substring(0, Math.max(email.indexOf('@'), 0));
            int next = name.indexOf('.');
            return next > 0 && next + 1 < name.length()
                    ? name.substring(0, 1) + name.charAt(next + 1)
                    : name.substring(0, Math.min(2, name.length()));
        }
    }

    /**
     * A saved view below the entry of its model.
     *
     * @param list the address of the list
     * @param tally the number of its records; {@code ""} while it is not known
     * @param current whether the page shows it
     */
    public record NavView(String list, String label, String href, String tally, boolean current) {}

    /**
     * Entries of the sidebar that belong together.
     *
     * @param label {@code ""} for the first ones
     */
    public record NavGroup(String label, List<NavItem> items) {
        public NavGroup {
            items = List.copyOf(items);
        }
    }

    /**
     * An entry of the sidebar.
     *
     * @param icon a name of {@link Icons}
     * @param one what a single record is called
     * @param create where the form for a new one is; {@code ""} for who may not create one
     */
    public record NavItem(String label, String href, String icon, String one, String create) {}

    /**
     * The appearance of the page.
     *
     * @param environment a word such as {@code staging}, or {@code ""}
     * @param theme {@code light}, {@code dark}, or {@code ""}: that of the system
     * @param files that the browser needs
     */
    public record Appearance(String environment, String theme, Files files) {}

    /**
     * Addresses of files.
     *
     * @param start loads {@code script} after the first paint
     */
    public record Files(String style, String start, String script, String mark, String font) {}

    /** The session's token for forms; {@code ""} without a session. */
    public String csrfToken() {
        return visitor.map(Visitor::csrfToken).orElse("");
    }

    /** Whether the page is this entry's or below it. */
    public boolean at(NavItem item) {
        return at(item.href());
    }

    /** Whether the page is this one or below it. */
    public boolean at(String href) {
        String whole = path.endsWith("/") ? path : path + "/";
        return href.endsWith("/") ? whole.startsWith(href) : whole.equals(href + "/");
    }
}
