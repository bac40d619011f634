package com.example.warehouse;

import dev.hexadmin.persistence.spi.ProgramTransactions;
import java.sql.Connection;
import java.util.Optional;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Spring's transactions on the data source, for Hexadmin to join: those of JDBC, and those of JPA on the same data source. */
@Component
class SpringTransactions implements ProgramTransactions {
    private final DataSource source;
    private final TransactionTemplate requiresNew;

    SpringTransactions(DataSource source, PlatformTransactionManager manager) {
        this.source = source;
        this.requiresNew = new TransactionTemplate(manager);
        this.requiresNew.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    }

    @Override
    public Optional<Connection> current() {
        // after the commit synchronization is not active any more, while the connection is still bound
        return TransactionSynchronizationManager.isActualTransactionActive()
                        && TransactionSynchronizationManager.isSynchronizationActive()
                        && TransactionSynchronizationManager.getResource(source) instanceof ConnectionHolder holder
                ? Optional.of(holder.getConnection())
                : Optional.empty();
    }

    @Override
    public void afterCommit(Runnable action) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCompletion(int status) {
                if (status == STATUS_COMMITTED) {
                    action.run();
                }
            }
        });
    }

    @Override
    public void inNew(Consumer<Connection> work) {
        requiresNew.executeWithoutResult(status -> work.accept(current().orElseThrow()));
    }
}
