package dev.hexadmin.persistence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.persistence.session.Transaction;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.ports.UnitOfWorkContract;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of units of work that need a database. */
abstract class DatabaseUnitOfWorkContract extends UnitOfWorkContract {
    @TempDir
    Path folder;

    Database database;

    abstract DatabaseSettings settings(Path folder);

    @BeforeEach
    void open() {
        database = Database.open(settings(folder));
        database.write(scope -> database.change(session ->
                session.connection().createStatement().execute("CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER)")));
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Override
    protected UnitOfWork unitOfWork() {
        return database;
    }

    @Override
    protected void insert(long id) {
        database.execute(execute -> execute.insert("INSERT INTO t (id, n) VALUES (?, 0)", id));
    }

    @Override
    protected long count() {
        return database.query(execute ->
                Columns.whole(execute.get("SELECT count(*) AS c FROM t").orElseThrow(), "c"));
    }

    @Test
    void an_action_that_fails_is_logged() {
        Logger logger = Logger.getLogger(Transaction.class.getName());
        List<LogRecord> logged = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                logged.add(entry);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
        try {
            database.write(scope -> {
                scope.afterCommit(() -> {
                    throw new IllegalArgumentException("the mail server is unavailable");
                });
                scope.afterCommit(() -> {
                    throw new StackOverflowError();
                });
                return 0;
            });
            assertThat(logged)
                    .extracting(LogRecord::getThrown)
                    .hasExactlyElementsOfTypes(IllegalArgumentException.class, StackOverflowError.class);
        } finally {
            logger.removeHandler(handler);
            logger.setUseParentHandlers(true);
        }
    }

    @Test
    void actions_after_the_commit_may_read_however_many_run_at_once() throws Exception {
        int writers = 8; // as many as there are connections
        CyclicBarrier allCommitted = new CyclicBarrier(writers);
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Long> seen = new CopyOnWriteArrayList<>();
            List<Future<Integer>> all = new ArrayList<>();
            for (int i = 0; i < writers; i++) {
                int id = i;
                all.add(executor.submit(() -> database.write(scope -> {
                    insert(id);
                    scope.afterCommit(() -> {
                        try {
                            allCommitted.await(30, TimeUnit.SECONDS);
                        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
                            throw new IllegalStateException(e);
                        }
                        seen.add(count());
                    });
                    return id;
                })));
            }
            for (Future<Integer> one : all) {
                one.get();
            }
            assertThat(seen).hasSize(writers).containsOnly((long) writers);
        }
    }
}
