package dev.hexadmin.http.panel.frame;

import java.util.List;

/** The parts that the style sheet and the script of the panel are put together from, in order. */
final class PanelFiles {
    static final List<String> STYLES = List.of(
            "10-base",
            "20-frame",
            "30-controls",
            "40-lists",
            "41-forms",
            "42-record",
            "43-children",
            "44-comments",
            "50-dashboard",
            "60-users",
            "60-insight",
            "60-notifications",
            "70-design");
    static final List<String> SCRIPTS = List.of(
            "05-texts",
            "10-frame",
            "15-session",
            "20-palette",
            "40-lists",
            "41-forms",
            "42-record",
            "43-children",
            "44-comments",
            "50-dashboard",
            "60-notifications");

    private PanelFiles() {}
}
