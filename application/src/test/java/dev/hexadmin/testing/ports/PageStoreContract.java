package dev.hexadmin.testing.ports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.caching.port.PageStore;
import dev.hexadmin.application.caching.port.PageStore.Generations;
import dev.hexadmin.application.caching.port.PageStore.Lookup;
import dev.hexadmin.testing.waiting.Waiting;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What every store of pages does, seen by two servers that share it. */
public abstract class PageStoreContract {
    protected static final Duration HOUR = Duration.ofHours(1);

    protected PageStoreContract() {}

    /** The store as one server sees it. */
    protected abstract PageStore store();

    /** The same store as another server sees it. */
    protected abstract PageStore elsewhere();

    /** Makes the store unavailable to both. */
    protected abstract void makeUnavailable();

    /** Makes it available again. */
    protected abstract void makeAvailable();

    /** A third server comes, and goes without a word. */
    protected abstract void loseAServer();

    protected static byte[] page(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The generations with which a missing page can be stored. */
    protected static Generations missing(PageStore store, String page) {
        assertThat(store.find(page)).isInstanceOf(Lookup.Missing.class);
        return ((Lookup.Missing) store.find(page)).now();
    }

    protected static void keep(PageStore store, String page, String text, String... tables) {
        store.store(page, page(text), Set.of(tables), missing(store, page), HOUR);
    }

    /** The page's text; empty when it is not found. */
    protected static String found(PageStore store, String page) {
        return store.find(page) instanceof Lookup.Found(byte[] content)
                ? new String(content, StandardCharsets.UTF_8)
                : "";
    }

    @Test
    void a_page_is_found_by_both_servers_until_one_of_its_tables_changes() {
        keep(store(), "p", "one", "products", "categories");
        keep(store(), "q", "two", "orders");
        assertThat(found(store(), "p")).isEqualTo("one");
        assertThat(found(elsewhere(), "p")).isEqualTo("one");
        assertThat(elsewhere().changed(Set.of("categories"))).isTrue();
        missing(store(), "p");
        missing(elsewhere(), "p");
        assertThat(found(store(), "q")).isEqualTo("two");
    }

    @Test
    void a_page_that_another_server_has_stored_since_is_the_one_that_is_found() {
        keep(store(), "p", "one", "products");
        assertThat(found(elsewhere(), "p")).isEqualTo("one");
        store().changed(Set.of("products"));
        keep(elsewhere(), "p", "two", "products");
        assertThat(found(store(), "p")).isEqualTo("two");
        assertThat(found(elsewhere(), "p")).isEqualTo("two");
        assertThat(found(store(), "p")).isEqualTo("two");
    }

    @Test
    void a_page_that_was_made_before_a_change_is_not_stored_after_it() {
        Generations before = missing(store(), "p");
        elsewhere().changed(Set.of("products"));
        store().store("p", page("old"), Set.of("products"), before, HOUR);
        missing(store(), "p");
        keep(store(), "p", "new", "products");
        store().store("p", page("old"), Set.of("products"), before, HOUR);
        assertThat(found(store(), "p")).isEqualTo("new");
    }

    @Test
    void a_page_of_no_table_stays_until_all_are_dropped() {
        keep(store(), "p", "one");
        store().changed(Set.of("products"));
        assertThat(found(store(), "p")).isEqualTo("one");
        assertThat(elsewhere().dropAll()).isTrue();
        missing(store(), "p");
    }

    @Test
    void a_page_that_was_made_before_all_were_dropped_is_not_stored() {
        Generations before = missing(store(), "p");
        elsewhere().dropAll();
        store().store("p", page("old"), Set.of("products"), before, HOUR);
        missing(store(), "p");
    }

    @Test
    void tables_of_any_name_are_told_apart() {
        keep(store(), "p", "one", "@era", "@body", "Bücher & mehr");
        assertThat(found(store(), "p")).isEqualTo("one");
        store().changed(Set.of("@body"));
        missing(store(), "p");
        keep(store(), "p", "two", "@era", "Bücher & mehr");
        store().changed(Set.of("Bücher & mehr"));
        missing(store(), "p");
    }

    @Test
    void a_server_that_is_lost_is_reported_once() {
        assertThat(store().lostAServer()).isFalse();
        loseAServer();
        Waiting.until("the loss is reported", () -> store().lostAServer());
        assertThat(store().lostAServer()).isFalse();
    }

    @Test
    void while_the_store_is_unavailable_nothing_is_found_stored_or_certain() {
        keep(store(), "p", "one", "products");
        Generations before = missing(store(), "q");
        makeUnavailable();
        assertThat(store().find("p")).isInstanceOf(Lookup.Away.class);
        assertThat(store().changed(Set.of("products"))).isFalse();
        assertThat(store().dropAll()).isFalse();
        assertThat(store().lostAServer()).isFalse();
        store().store("q", page("two"), Set.of(), before, HOUR);
        makeAvailable();
        Waiting.until("the store is available", () -> !(store().find("q") instanceof Lookup.Away));
        missing(store(), "q");
    }
}
