/**
 * Rules and values of Hexadmin: no input, no output, no clock, nothing but {@code java.base}.
 *
 * <p>Every type is immutable and thread-safe unless its Javadoc says otherwise.
 */
@org.jspecify.annotations.NullMarked
@SuppressWarnings("module") // the modules of qualified exports are compiled later
module dev.hexadmin.domain {
    requires static transitive org.jspecify;

    exports dev.hexadmin.domain.access;
    exports dev.hexadmin.domain.audit to
            dev.hexadmin.application,
            dev.hexadmin.http,
            dev.hexadmin.persistence;
    exports dev.hexadmin.domain.comments to
            dev.hexadmin.application,
            dev.hexadmin.http,
            dev.hexadmin.persistence;
    exports dev.hexadmin.domain.identity;
    exports dev.hexadmin.domain.models;
    exports dev.hexadmin.domain.models.type;
    exports dev.hexadmin.domain.notifications;
    exports dev.hexadmin.domain.ratelimit;
    exports dev.hexadmin.domain.records;
    exports dev.hexadmin.domain.text;
    exports dev.hexadmin.domain.transfer to
            dev.hexadmin.application,
            dev.hexadmin.http,
            dev.hexadmin.persistence;
}
