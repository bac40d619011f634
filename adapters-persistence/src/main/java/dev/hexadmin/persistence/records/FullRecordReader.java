package dev.hexadmin.persistence.records;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.persistence.session.Session;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads whole records, links included. */
final class FullRecordReader {
    private final TableCache tables;
    private final RecordVersions versions;
    private final Session session;

    FullRecordReader(TableCache tables, RecordVersions versions, Session session) {
        this.tables = tables;
        this.versions = versions;
        this.session = session;
    }

    /** A record without its links. */
    private record Row(
            RecordKey key,
            Map<String, @Nullable Object> values,
            Map<String, String> unreadable,
            RecordVersions.Digest digest) {}

    /** Every record of the result, whose columns are {@link Table#selected()}, and then its links. */
    List<StoredRecord> all(Table table, ResultSet rows) throws SQLException {
        List<Row> found = new ArrayList<>();
        while (rows.next()) {
            found.add(row(table, rows));
        }
        rows.close();
        return completed(table, found);
    }

    private List<StoredRecord> completed(Table table, List<Row> rows) throws SQLException {
        RelatedRecords related = new RelatedRecords(tables, session);
        for (FieldDefinition field : table.model().referencesFields()) {
            List<Object> keys =
                    rows.stream().map(row -> row.key().values().getFirst()).toList();
            Map<Object, List<Object>> links = related.links(table, field, keys);
            for (Row row : rows) {
                List<Object> own = links.getOrDefault(row.key().values().getFirst(), List.of());
                row.values().put(field.name(), List.copyOf(own));
                if (!field.writeOnly()) {
                    row.digest().links(own);
                }
            }
        }
        return rows.stream()
                .map(row -> new StoredRecord(
                        table.model(),
                        row.key(),
                        row.values(),
                        row.unreadable(),
                        row.digest().version()))
                .toList();
    }

    private Row row(Table table, ResultSet rows) throws SQLException {
        RecordVersions.Digest digest = versions.digest();
        Map<String, @Nullable Object> values =
                HashMap.newHashMap(table.model().fields().size());
        for (Column column : table.columns()) {
            int at = column.index() + 1;
            if (!column.field().writeOnly()) {
                column.codec().emit(rows, at, digest, column.index());
            }
            values.put(column.field().name(), column.value(rows, at));
        }
        List<Object> key = new ArrayList<>(table.key().length);
        for (Column part : table.key()) {
            @Nullable Object value = values.get(part.field().name());
            if (value == null) {
                String message = "the table '" + table.model().table() + "' has a row whose key '"
                        + part.field().column() + "' is NULL or no "
                        + part.field().type().word();
                throw ServiceUnavailableException.ofModel(
                        table.model().name(), message, new IllegalStateException(message));
            }
            key.add(value);
        }
        Map<String, String> unreadable = HashMap.newHashMap(digest.unreadable().size());
        digest.unreadable()
                .forEach((column, stored) ->
                        unreadable.put(table.columns()[column].field().name(), stored));
        return new Row(new RecordKey(key), values, unreadable, digest);
    }
}
