/** Rate windows, cached pages and events: in this process, or in a key-value server that several servers share. */
@org.jspecify.annotations.NullMarked
@SuppressWarnings("module") // the modules of qualified exports are compiled later
module dev.hexadmin.cache {
    requires transitive dev.hexadmin.application;
    requires static transitive org.jspecify;
    requires com.github.benmanes.caffeine;
    requires dev.failsafe.core;
    requires redis.clients.jedis;

    exports dev.hexadmin.cache.jedis to
            dev.hexadmin.bootstrap;
    exports dev.hexadmin.cache.local to
            dev.hexadmin.bootstrap;
    exports dev.hexadmin.cache.spi;
}
