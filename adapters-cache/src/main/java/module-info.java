/** What is kept for a short while: here the counterparts that live in this process. */
@org.jspecify.annotations.NullMarked
module dev.hexadmin.cache {
    requires transitive dev.hexadmin.application;
    requires static transitive org.jspecify;

    exports dev.hexadmin.cache.local;
}
