package com.example.warehouse;

import dev.hexadmin.application.records.RecordChange;
import dev.hexadmin.application.records.RecordHooks;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Takes from the stock what a withdrawal names, in the transaction of the withdrawal: from the panel, the API or {@link Orders}. */
@Component
class StockRules implements RecordHooks {
    private final JdbcTemplate jdbc;

    StockRules(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public void afterCreate(RecordChange change) {
        Withdrawal withdrawal = change.after(Withdrawal.class);
        int changed = jdbc.update(
                "UPDATE parts SET stock = stock - ? WHERE id = ? AND stock >= ?",
                withdrawal.amount(),
                withdrawal.part().id(),
                withdrawal.amount());
        if (changed == 0) {
            change.reject("amount", "stock", "There are not that many in stock.");
        }
    }
}
