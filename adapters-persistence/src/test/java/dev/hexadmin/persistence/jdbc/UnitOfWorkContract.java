package dev.hexadmin.persistence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.persistence.session.Transaction;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
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

abstract class UnitOfWorkContract {
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

    private void insert(long id) {
        database.execute(execute -> execute.insert("INSERT INTO t (id, n) VALUES (?, 0)", id));
    }

    private long count() {
        return database.query(execute ->
                Columns.whole(execute.get("SELECT count(*) AS c FROM t").orElseThrow(), "c"));
    }

    @Test
    void what_is_written_is_there_and_the_actions_after_the_commit_see_it() {
        List<Long> seen = new ArrayList<>();
        String result = database.write(scope -> {
            scope.afterCommit(() -> seen.add(count()));
            insert(1);
            return "done";
        });
        assertThat(result).isEqualTo("done");
        assertThat(seen).containsExactly(1L);
    }

    @Test
    void an_action_that_fails_is_logged_and_neither_the_caller_nor_the_other_actions_notice() {
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
            List<String> ran = new ArrayList<>();
            String result = database.write(scope -> {
                scope.afterCommit(() -> ran.add("first"));
                scope.afterCommit(() -> {
                    throw new IllegalArgumentException("the mail server is away");
                });
                scope.afterCommit(() -> {
                    throw new StackOverflowError();
                });
                scope.afterCommit(() -> ran.add("last"));
                insert(1);
                return "done";
            });
            assertThat(result).isEqualTo("done");
            assertThat(ran).containsExactly("first", "last");
            assertThat(count()).isEqualTo(1);
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

    @Test
    void a_part_that_fails_is_undone_alone_even_when_the_database_refused_it() {
        List<String> ran = new ArrayList<>();
        database.write(scope -> {
            insert(1);
            String kept = database.attempt(part -> {
                insert(2);
                part.afterCommit(() -> ran.add("kept"));
                return "kept";
            });
            assertThat(kept).isEqualTo("kept");
            assertThatThrownBy(() -> database.attempt(part -> {
                        part.afterCommit(() -> ran.add("undone"));
                        insert(3);
                        insert(1);
                        return "never";
                    }))
                    .isInstanceOf(RuntimeException.class);
            assertThat(count()).isEqualTo(2);
            insert(4);
            return kept;
        });
        assertThat(count()).isEqualTo(3);
        assertThat(ran).containsExactly("kept");
        assertThatThrownBy(() -> database.attempt(part -> 1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_failed_work_leaves_nothing_and_runs_no_action() {
        List<String> ran = new ArrayList<>();
        assertThatThrownBy(() -> database.write(scope -> {
                    scope.afterCommit(() -> ran.add("action"));
                    insert(1);
                    throw new IllegalArgumentException("no");
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no");
        assertThat(count()).isZero();
        assertThat(ran).isEmpty();
    }

    @Test
    void a_rehearsal_sees_its_own_writes_and_keeps_none() {
        long inside = database.rehearse(scope -> {
            insert(1);
            return count();
        });
        assertThat(inside).isEqualTo(1);
        assertThat(count()).isZero();
    }

    @Test
    void an_inner_work_joins_the_outer_one() {
        assertThatThrownBy(() -> database.write(scope -> {
                    database.write(inner -> {
                        insert(1);
                        return 0;
                    });
                    throw new IllegalArgumentException("outer");
                }))
                .hasMessage("outer");
        assertThat(count()).isZero();
    }

    @Test
    void a_write_outside_a_work_is_a_mistake() {
        assertThatThrownBy(() -> insert(1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void of_many_works_at_once_the_failing_ones_do_not_touch_the_others() throws Exception {
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Boolean>> all = new ArrayList<>();
            for (int i = 0; i < 400; i++) {
                int id = i;
                Callable<Boolean> work = () -> {
                    try {
                        return database.write(scope -> {
                            insert(id);
                            if (id % 3 == 0) {
                                insert(id); // the key is taken
                            }
                            return true;
                        });
                    } catch (RuntimeException e) {
                        return false;
                    }
                };
                all.add(executor.submit(work));
            }
            long kept = 0;
            for (Future<Boolean> one : all) {
                kept += one.get() ? 1 : 0;
            }
            assertThat(kept).isEqualTo(266);
        }
        assertThat(count()).isEqualTo(266);
    }
}
