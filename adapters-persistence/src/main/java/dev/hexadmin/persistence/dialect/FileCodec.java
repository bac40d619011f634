package dev.hexadmin.persistence.dialect;

import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.FileReference.Dimensions;
import dev.hexadmin.domain.models.FileReference.Facts;
import dev.hexadmin.domain.records.RecordSink;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A column with the ids of files. It is selected with what {@code admin_files} says about the file, as one text: a list
 * needs neither a further statement nor a join. An id that no file has reads as unreadable.
 */
public final class FileCodec extends ColumnCodec {
    private static final String SEPARATOR = "|";
    private static final int PARTS = 7;

    private final ColumnCodec ids;
    private final String asText;

    /**
     * @param ids the codec of the same column with UUIDs
     * @param asText what follows the column where it is compared with a text, such as {@code ::text}
     */
    public FileCodec(ColumnCodec ids, String asText) {
        this.ids = ids;
        this.asText = asText;
    }

    /** How the column holds the keys of files. */
    public ColumnCodec ids() {
        return ids;
    }

    /** In a table of its own names, because {@code RETURNING} gives the column without its table. */
    @Override
    public String selected(String column) {
        return "coalesce((SELECT hexadmin_file.facts FROM (SELECT id AS hexadmin_file_id, concat_ws('" + SEPARATOR
                + "', id, size, content_type, sha256, coalesce(width, 0), coalesce(height, 0), name) AS facts"
                + " FROM admin_files) hexadmin_file WHERE hexadmin_file_id = " + column + asText + "), " + column
                + asText + ")";
    }

    @Override
    public void emit(ResultSet rows, int column, RecordSink sink, int field) throws SQLException {
        @Nullable FileReference file = read(rows, column);
        if (file == null) {
            unread(rows, column, sink, field);
        } else {
            sink.file(field, file);
        }
    }

    @Override
    public @Nullable FileReference read(ResultSet rows, int column) throws SQLException {
        @Nullable String text = rows.getString(column);
        if (text == null) {
            return null;
        }
        String[] parts = text.split("\\|", PARTS);
        if (parts.length < PARTS) {
            return null;
        }
        int width = Integer.parseInt(parts[4]);
        return FileReference.of(
                UUID.fromString(parts[0]),
                new Facts(
                        parts[6],
                        Long.parseLong(parts[1]),
                        parts[2],
                        parts[3],
                        width == 0
                                ? Optional.empty()
                                : Optional.of(new Dimensions(width, Integer.parseInt(parts[5])))));
    }

    @Override
    public void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
        ids.bind(statement, parameter, ((FileReference) value).id());
    }

    @Override
    public void bindAll(PreparedStatement statement, int parameter, Collection<?> values) throws SQLException {
        ids.bindAll(
                statement,
                parameter,
                values.stream().map(value -> ((FileReference) value).id()).toList());
    }

    @Override
    public String readable(String column) {
        return ids.readable(column);
    }

    @Override
    public String compared(String column) {
        return ids.compared(column);
    }

    @Override
    public String text(String column) {
        return ids.text(column);
    }

    @Override
    public String anyCase(String column) {
        return ids.anyCase(column);
    }

    @Override
    public int places(int values) {
        return ids.places(values);
    }

    @Override
    public String in(String column, int places) {
        return ids.in(column, places);
    }

    @Override
    protected int nullType() {
        return ids.nullType();
    }
}
