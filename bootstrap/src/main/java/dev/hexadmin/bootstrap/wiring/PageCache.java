package dev.hexadmin.bootstrap.wiring;

import dev.hexadmin.application.actions.DeclaredActions;
import dev.hexadmin.application.caching.CacheScope;
import dev.hexadmin.application.caching.CachingPages;
import dev.hexadmin.application.caching.port.PageStore;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.bootstrap.Setting;
import dev.hexadmin.bootstrap.Version;
import dev.hexadmin.bootstrap.configuration.ModelsYaml;
import dev.hexadmin.bootstrap.plugins.Plugins;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.persistence.Persistence;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Assembles the cache of panel pages. */
final class PageCache {
    private static final System.Logger LOG = System.getLogger(PageCache.class.getName());

    private PageCache() {}

    /** Empty when it is not configured, or there is no key-value server. */
    static Optional<CachingPages> assemble(Foundation base, String appearance, Map<String, RecordHooks> hooks) {
        if (!base.settings().get(Setting.CACHE_ENABLED)) {
            return Optional.empty();
        }
        Optional<PageStore> store = base.sharing().pageStore(base.random());
        if (store.isEmpty()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "cache_enabled is set, but pages are only cached in a key-value server: set KVSTORE_URL, too");
        }
        Persistence persistence = base.persistence();
        return store.map(kept -> new CachingPages(
                kept,
                persistence.tableUse(),
                persistence.missedChanges(),
                base.registry(),
                new CacheScope(appearance, base.access().rowPolicies(), hooks),
                base.settings().get(Setting.CACHE_TTL),
                base.tries()));
    }

    /** A version of the panel's appearance: servers whose pages look different have different ones. */
    static String appearance(Foundation base, Plugins plugins, DeclaredActions actions) {
        Collection<Model> models = base.registry().models();
        return Version.OF_PRODUCT + "\n" + base.settings().get(Setting.ADMIN_PATH) + "\n"
                + plugins.contributions().stream()
                        .map(plugin -> plugin.name() + " " + plugin.origin() + "\n")
                        .collect(Collectors.joining())
                + ModelsYaml.canonical(models.stream().map(Model::definition).toList())
                + models.stream()
                        .flatMap(model ->
                                actions.of(model).stream().map(one -> "\n" + model.name() + " " + one.action()))
                        .collect(Collectors.joining());
    }
}
