package dev.hexadmin.bootstrap;

import com.microsoft.playwright.Page;
import dev.hexadmin.http.HttpAdapter.RouteLine;
import dev.hexadmin.testing.Chinook;
import java.nio.file.Path;

/** The panel over an existing database of another program. */
class SqliteChinookInBrowserIT extends PanelInBrowserContract {
    @Override
    RunningServer start(Path folder) {
        return RunningServer.start(Chinook.sqlite(folder), builder -> builder.setting("introspect", "true"));
    }

    /** The pages of models; {@link StorefrontInBrowserIT} covers the others. */
    @Override
    boolean covers(RouteLine route) {
        return route.template().contains("{model}");
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
