package dev.hexadmin.application.transfer.internal;

import dev.hexadmin.application.BatchSize;
import dev.hexadmin.application.transfer.RowReaders.Row;
import dev.hexadmin.application.transfer.RowReaders.RowReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Rows that share one transaction.
 *
 * @param size adapts to how long the transactions take; its user calls {@code begin} and {@code end}
 */
record RowBatch(List<Row> rows, BatchSize size) {
    /** Passes the rows of a file to {@code each}, as many at a time as fit into a short transaction. */
    static void forEach(RowReader reader, Consumer<RowBatch> each) {
        BatchSize size = new BatchSize();
        List<Row> together = new ArrayList<>();
        Optional<Row> row = reader.next();
        while (row.isPresent()) {
            together.add(row.get());
            row = reader.next();
            if (together.size() >= size.size() || row.isEmpty()) {
                each.accept(new RowBatch(List.copyOf(together), size));
                together.clear();
            }
        }
    }
}
