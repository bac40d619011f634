package dev.hexadmin.testing.ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.port.UnitOfWork;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What every unit of work does, seen on a table of numbers. */
public abstract class UnitOfWorkContract {
    protected UnitOfWorkContract() {}

    protected abstract UnitOfWork unitOfWork();

    /** Inserts a number into the table; throws when the table has it already, and outside a unit of work. */
    protected abstract void insert(long id);

    /** How many numbers the table has. */
    protected abstract long count();

    @Test
    void what_is_written_is_there_and_the_actions_after_the_commit_see_it() {
        List<Long> seen = new ArrayList<>();
        String result = unitOfWork().write(scope -> {
            scope.afterCommit(() -> seen.add(count()));
            insert(1);
            return "done";
        });
        assertThat(result).isEqualTo("done");
        assertThat(seen).containsExactly(1L);
    }

    @Test
    void neither_the_caller_nor_the_other_actions_notice_an_action_that_fails() {
        List<String> ran = new ArrayList<>();
        String result = unitOfWork().write(scope -> {
            scope.afterCommit(() -> ran.add("first"));
            scope.afterCommit(() -> {
                throw new IllegalArgumentException("the mail server is unavailable");
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
    }

    @Test
    void a_part_that_fails_is_undone_alone() {
        List<String> ran = new ArrayList<>();
        unitOfWork().write(scope -> {
            insert(1);
            String kept = unitOfWork().attempt(part -> {
                insert(2);
                part.afterCommit(() -> ran.add("kept"));
                return "kept";
            });
            assertThat(kept).isEqualTo("kept");
            assertThatThrownBy(() -> unitOfWork().attempt(part -> {
                        part.afterCommit(() -> ran.add("undone"));
                        insert(3);
                        insert(1); // which the table refuses
                        return "never";
                    }))
                    .isInstanceOf(RuntimeException.class);
            assertThat(count()).isEqualTo(2);
            insert(4);
            return kept;
        });
        assertThat(count()).isEqualTo(3);
        assertThat(ran).containsExactly("kept");
        assertThatThrownBy(() -> unitOfWork().attempt(part -> 1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_work_that_fails_leaves_nothing_and_runs_no_action() {
        List<String> ran = new ArrayList<>();
        assertThatThrownBy(() -> unitOfWork().write(scope -> {
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
        List<String> ran = new ArrayList<>();
        long inside = unitOfWork().rehearse(scope -> {
            scope.afterCommit(() -> ran.add("action"));
            insert(1);
            return count();
        });
        assertThat(inside).isEqualTo(1);
        assertThat(count()).isZero();
        assertThat(ran).isEmpty();
    }

    @Test
    void an_inner_work_joins_the_outer_one() {
        assertThatThrownBy(() -> unitOfWork().write(scope -> {
                    unitOfWork().write(inner -> {
                        insert(1);
                        return 0;
                    });
                    throw new IllegalArgumentException("outer");
                }))
                .hasMessage("outer");
        assertThat(count()).isZero();
    }

    @Test
    void a_write_outside_a_work_is_refused() {
        assertThat(unitOfWork().running()).isFalse();
        assertThat(unitOfWork().<Boolean>write(scope -> unitOfWork().running())).isTrue();
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
                        return unitOfWork().write(scope -> {
                            insert(id);
                            if (id % 3 == 0) {
                                insert(id); // which exists already
                            }
                            return true;
                        });
                    } catch (RuntimeException e) {
                        return false;
                    }
                };
                all.add(executor.submit(work));
            }
            long committed = 0;
            for (Future<Boolean> one : all) {
                committed += one.get() ? 1 : 0;
            }
            assertThat(committed).isEqualTo(266);
        }
        assertThat(count()).isEqualTo(266);
    }
}
