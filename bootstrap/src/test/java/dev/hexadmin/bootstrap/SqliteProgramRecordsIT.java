package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteProgramRecordsIT extends ProgramRecordsContract {
    @Override
    DatabaseSettings database(Path folder) {
        return TestDatabases.migratedSqlite(folder);
    }

    @Test
    void a_stopped_hexadmin_does_not_stay_in_memory(@TempDir Path folder) throws InterruptedException {
        WeakReference<RecordHooks> hooks = startAndStop(folder);
        for (int i = 0; i < 200 && hooks.get() != null; i++) {
            System.gc();
            Thread.sleep(25);
        }
        assertThat(hooks.get()).isNull();
    }

    private static WeakReference<RecordHooks> startAndStop(Path folder) {
        RecordHooks hooks = new RecordHooks() {};
        try (Hexadmin hexadmin = Hexadmin.builder()
                .folder(folder)
                .set(Setting.PORT, 0)
                .register(Customer.class)
                .hooks(Customer.class, hooks)
                .build()) {
            hexadmin.start();
        }
        return new WeakReference<>(hooks);
    }
}
