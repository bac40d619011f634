package dev.hexadmin.bootstrap;

import com.microsoft.playwright.Page;
import dev.hexadmin.testing.Chinook;
import java.nio.file.Path;

/** The panel over an existing database of another program. */
class ChinookInBrowserIT extends PanelInBrowserContract {
    @Override
    RunningServer start(Path folder) {
        return RunningServer.start(Chinook.sqlite(folder), builder -> builder.setting("introspect", "true"));
    }

    @Override
    Subject subject() {
        return new Subject("artist", "name", "Artist", "queen", "Queen");
    }

    @Override
    void fill(Page page, String text) {
        page.fill("#f-name", text);
    }
}
