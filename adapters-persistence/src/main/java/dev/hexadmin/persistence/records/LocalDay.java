package dev.hexadmin.persistence.records;

import dev.hexadmin.domain.records.ZoneOffsets;
import dev.hexadmin.persistence.dialect.ColumnCodec;
import java.time.ZoneOffset;

/**
 * The day of a column in a time zone, the same in all databases: the moment is compared with the changes of the clocks, in
 * nested cases so that few comparisons are needed, and shifted by the offset.
 */
record LocalDay(ColumnCodec codec, String column, ZoneOffsets offsets) {
    void add(SqlBuilder sql) {
        add(sql, 0, offsets.changes().size());
    }

    /** @param from of the changes that may lie before the moment or after it */
    private void add(SqlBuilder sql, int from, int to) {
        if (from == to) {
            ZoneOffset offset = offsets.after(from);
            sql.add(offset.equals(ZoneOffset.UTC) ? codec.day(column) : codec.day(column, offset));
            return;
        }
        int middle = (from + to) / 2;
        sql.add("CASE WHEN ").add(codec.ordered(column)).add(" < ?");
        sql.value(codec, offsets.changes().get(middle).at());
        add(sql.add(" THEN "), from, middle);
        add(sql.add(" ELSE "), middle + 1, to);
        sql.add(" END");
    }
}
