package dev.hexadmin.application.caching;

import dev.hexadmin.application.caching.port.PageStore;
import dev.hexadmin.testing.ports.PageStoreContract;

class MemoryPagesTest extends PageStoreContract {
    private final MemoryPages pages = new MemoryPages();

    @Override
    protected PageStore store() {
        return pages;
    }

    @Override
    protected PageStore elsewhere() {
        return pages;
    }

    @Override
    protected void makeUnavailable() {
        pages.setAway(true);
    }

    @Override
    protected void makeAvailable() {
        pages.setAway(false);
    }

    @Override
    protected void loseAServer() {
        pages.loseAServer();
    }
}
