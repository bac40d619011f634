/**
 * Keeps what Hexadmin knows in SQLite, PostgreSQL, MySQL or MariaDB.
 *
 * <p>Built-in tables go through Helidon's {@code DbClient}; records of registered models stream from the result set of a
 * connection unwrapped from the same client. Uploaded files are on disk or in a bucket of an S3-compatible store.
 */
@org.jspecify.annotations.NullMarked
// the modules of qualified exports are compiled later; Micrometer and OpenTelemetry have no descriptors
@SuppressWarnings({"module", "requires-transitive-automatic"})
module dev.hexadmin.persistence {
    requires transitive dev.hexadmin.application;
    requires transitive java.sql;
    requires static transitive org.jspecify;
    requires static flyway.core; // copied into this module and loaded from there
    requires static java.compiler; // MapStruct's @Generated
    requires com.eatthepath.otp;
    requires com.nulabinc.zxcvbn;
    requires com.zaxxer.hikari;
    requires com.twelvemonkeys.imageio.core;
    requires com.twelvemonkeys.imageio.webp;
    requires io.helidon.dbclient;
    requires io.helidon.dbclient.jdbc;
    requires transitive io.opentelemetry.api;
    requires io.opentelemetry.context;
    requires java.desktop;
    requires org.apache.commons.io; // used by Tika, whose jar has no descriptor that says so
    requires org.apache.tika.core;
    requires org.bouncycastle.provider;
    requires org.mariadb.jdbc;
    requires org.postgresql.jdbc;
    requires org.xerial.sqlitejdbc;
    requires software.amazon.awssdk.auth;
    requires software.amazon.awssdk.awscore;
    requires software.amazon.awssdk.core;
    requires software.amazon.awssdk.http;
    requires software.amazon.awssdk.http.urlconnection;
    requires software.amazon.awssdk.identity.spi;
    requires software.amazon.awssdk.regions;
    requires software.amazon.awssdk.services.s3;
    requires software.amazon.awssdk.utils;

    exports dev.hexadmin.persistence to
            dev.hexadmin.bootstrap;
    exports dev.hexadmin.persistence.copy to
            dev.hexadmin.bootstrap;
    exports dev.hexadmin.persistence.settings to
            dev.hexadmin.bootstrap;
    exports dev.hexadmin.persistence.spi;
}
