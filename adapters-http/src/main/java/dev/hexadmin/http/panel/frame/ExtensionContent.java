package dev.hexadmin.http.panel.frame;

import dev.hexadmin.application.panel.Html;
import dev.hexadmin.application.panel.ShowingExtensions;
import dev.hexadmin.http.texts.Localization;
import dev.hexadmin.http.texts.Localized;
import gg.jte.Content;

/** What plugins make, in pages of the panel. */
public final class ExtensionContent {
    private ExtensionContent() {}

    /** Markup as a part of a template. */
    public static Content of(Html html) {
        return output -> output.writeContent(html.markup());
    }

    /** How the user of the running request reads texts and times. */
    public static ShowingExtensions.Reader reader(PanelUrls places) {
        Localization current = Localized.current();
        return new ShowingExtensions.Reader(current.language(), current.zone(), places.admin());
    }
}
