package dev.hexadmin.http.admin.transfer;

import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Takes records as rows of cells: null, {@link String}, {@link Long}, {@link Double}, {@link BigDecimal}, {@link Boolean}. */
abstract class CellSink implements RecordSink {
    private final @Nullable Object[] cells;

    CellSink(Shape shape) {
        this.cells = new @Nullable Object[shape.fields().size()];
    }

    /** A row is complete. The array is used again. */
    abstract void row(@Nullable Object[] row);

    @Override
    public void begin() {
        Arrays.fill(cells, null);
    }

    @Override
    public void end() {
        row(cells);
    }

    @Override
    public void none(int field) {
        cells[field] = null;
    }

    @Override
    public void text(int field, String value) {
        cells[field] = value;
    }

    @Override
    public void whole(int field, long value) {
        cells[field] = value;
    }

    @Override
    public void real(int field, double value) {
        cells[field] = Double.isFinite(value) ? (Object) value : null;
    }

    @Override
    public void decimal(int field, BigDecimal value) {
        cells[field] = value;
    }

    @Override
    public void flag(int field, boolean value) {
        cells[field] = value;
    }

    @Override
    public void json(int field, String document) {
        cells[field] = document;
    }

    @Override
    public void binary(int field, byte[] value) {
        cells[field] = FieldText.write(value);
    }

    @Override
    public void keys(int field, List<?> keys) {
        cells[field] = keys.stream().map(CellSink::key).collect(Collectors.joining(","));
    }

    private static String key(Object key) {
        return FieldText.write(key).replace("\\", "\\\\").replace(",", "\\,");
    }

    @Override
    public RecordSink related(int field) {
        throw new IllegalStateException("an export expands nothing");
    }

    @Override
    public RecordSink relatedList(int field) {
        throw new IllegalStateException("an export expands nothing");
    }

    @Override
    public void endRelatedList(int field) {
        throw new IllegalStateException("an export expands nothing");
    }
}
