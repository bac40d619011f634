package com.example.warehouse;

import dev.hexadmin.bootstrap.Hexadmin;
import dev.hexadmin.bootstrap.Setting;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Hexadmin on a port of its own, with Boot's data source, transactions and users. */
@Configuration(proxyBeanMethods = false)
class AdminConfiguration {
    @Bean
    Hexadmin hexadmin(
            DataSource source,
            SpringTransactions transactions,
            SpringUsers users,
            StockRules rules,
            @Value("${hexadmin.port}") int port,
            @Value("${hexadmin.secret-key}") String secretKey) {
        return Hexadmin.builder()
                .set(Setting.PORT, port)
                .set(Setting.SECRET_KEY, secretKey)
                .set(Setting.DATABASE_SCHEMA, Setting.Schema.EXISTING) // Boot's Flyway makes the tables of the models
                .dataSource(source, transactions)
                .identitySource(users)
                .register(Part.class)
                .register(Withdrawal.class)
                .hooks("withdrawals", rules)
                .build();
    }

    /** Starts Hexadmin after all beans, and stops it before the web server, the pool and all other beans. */
    @Bean
    SmartLifecycle hexadminLifecycle(Hexadmin hexadmin) {
        return new SmartLifecycle() {
            private volatile boolean running;

            @Override
            public void start() {
                hexadmin.start();
                running = true;
            }

            @Override
            public void stop() {
                hexadmin.stop();
                running = false;
            }

            @Override
            public boolean isRunning() {
                return running;
            }
        };
    }
}
