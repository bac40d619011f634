package dev.hexadmin.http.panel.frame;

import gg.jte.Content;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The parts of a page around its content.
 *
 * @param title of the page, also its heading
 * @param crumbs the breadcrumbs, without the dashboard
 * @param path of the request, which the sidebar marks
 * @param visitor the signed-in user
 * @param nav the markup of the navigation in the sidebar; empty without a user
 * @param flashes messages about the previous request
 * @param places where pages are
 */
public record Frame(
        String title,
        List<Crumb> crumbs,
        String path,
        Optional<Visitor> visitor,
        Content nav,
        List<Flash> flashes,
        Appearance appearance,
        PanelUrls places) {
    public Frame {
        crumbs = List.copyOf(crumbs);
        flashes = List.copyOf(flashes);
    }

    /** The address of a page of a link, with the link's token; that of the page alone when the token is empty. */
    public String address(String token) {
        return token.isEmpty() ? path : path + "?token=" + URLEncoder.encode(token, StandardCharsets.UTF_8);
    }

    /** A step on the way to a page. */
    public record Crumb(String label, String href) {}

    /**
     * The user who views the page.
     *
     * @param csrfToken for the field {@code csrf_token} of forms
     * @param unread notifications
     */
    public record Visitor(String email, String csrfToken, long unread) {
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
     * The appearance of the page.
     *
     * @param environment a word such as {@code staging}, or {@code ""}
     * @param theme {@code light}, {@code dark}, or {@code ""}: that of the system
     * @param files that the browser needs
     * @param added files of plugins
     */
    public record Appearance(Brand brand, String environment, String theme, Files files, Added added) {}

    /**
     * The name of the installation, and the addresses of its pictures.
     *
     * @param mark {@code ""}: the product's own, which is drawn in the page
     * @param darkMark the mark in the dark theme; {@code ""}: the same
     * @param icon of the browser's tab
     * @param iconType its media type
     * @param styles the style sheet after all others, or {@code ""}
     */
    public record Brand(String name, String mark, String darkMark, String icon, String iconType, String styles) {}

    /**
     * Addresses of the files of plugins.
     *
     * @param styles after the product's own
     * @param scripts after the product's own
     */
    public record Added(List<String> styles, List<String> scripts) {
        static final Added NOTHING = new Added(List.of(), List.of());

        public Added {
            styles = List.copyOf(styles);
            scripts = List.copyOf(scripts);
        }
    }

    /**
     * Addresses of files.
     *
     * @param start loads {@code texts} and {@code script} after the first paint
     * @param texts the translations for the script; {@code ""} in English
     * @param passkeys the script of the pages on which passkeys are used
     */
    public record Files(String style, String start, String texts, String script, String passkeys, String font) {}

    /** The session's token for forms; {@code ""} without a session. */
    public String csrfToken() {
        return visitor.map(Visitor::csrfToken).orElse("");
    }
}
