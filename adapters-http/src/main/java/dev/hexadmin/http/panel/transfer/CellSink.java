package dev.hexadmin.http.panel.transfer;

import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.records.PlainSink;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.http.server.json.JsonBody;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Takes records as rows of cells: null, {@link String}, {@link Long}, {@link Double}, {@link BigDecimal}, {@link Boolean}. */
abstract class CellSink implements PlainSink {
    private final @Nullable Object[] cells;
    private final Function<FileReference, String> addresses;

    /** @param addresses the text of a file */
    CellSink(Shape shape, Function<FileReference, String> addresses) {
        this.addresses = addresses;
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

    /** Compact, whatever space the database has put into it. */
    @Override
    public void json(int field, String document) {
        cells[field] = JsonBody.compact(document);
    }

    @Override
    public void take(int field, Object value) {
        cells[field] = switch (value) {
            case Double number -> Double.isFinite(number) ? (Object) number : null;
            case byte[] bytes -> FieldText.write(bytes);
            case FileReference file -> addresses.apply(file);
            case List<?> keys ->
                ListRequest.join(keys.stream().map(FieldText::write).toList());
            default -> value;
        };
    }
}
