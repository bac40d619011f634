package com.example.warehouse;

import dev.hexadmin.application.records.RecordAccess;
import dev.hexadmin.bootstrap.Hexadmin;
import dev.hexadmin.domain.notifications.Channel;
import dev.hexadmin.domain.notifications.Message;
import dev.hexadmin.domain.notifications.Recipient;
import java.util.Map;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Orders of several parts: all of them are withdrawn, or none. */
@Service
class Orders {
    private final Hexadmin hexadmin;
    private final JdbcTemplate jdbc;

    Orders(Hexadmin hexadmin, JdbcTemplate jdbc) {
        this.hexadmin = hexadmin;
        this.jdbc = jdbc;
    }

    /**
     * The row of Spring, the records and the message of Hexadmin are in one transaction.
     *
     * @throws dev.hexadmin.application.RequestRejectedException when a part is not in stock
     */
    @Transactional
    public void place(String purpose, Map<Long, Integer> amounts) {
        jdbc.update("INSERT INTO orders (purpose) VALUES (?)", purpose);
        hexadmin.notifications().notify(Recipient.builder("storekeeper").channels(Channel.IN_APP).build(), Message.of("New order", purpose));
        RecordAccess records = hexadmin.records().asSystem("order " + purpose);
        amounts.forEach((part, amount) ->
                records.of("withdrawals").create(Map.of("part_id", part, "amount", amount, "purpose", purpose)));
    }
}
