package dev.hexadmin.bootstrap;

class SqliteTestKitIT extends TestKitContract {
    @Override
    Hexadmin.Builder onDatabase(Hexadmin.Builder builder) {
        return builder;
    }
}
