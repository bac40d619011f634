package dev.hexadmin.persistence.records;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.records.Aggregation;
import dev.hexadmin.domain.records.Aggregation.By;
import dev.hexadmin.domain.records.ListQuery.Step;
import dev.hexadmin.domain.records.Summed;
import dev.hexadmin.domain.records.Summed.Group;
import dev.hexadmin.domain.records.ZoneOffsets;
import dev.hexadmin.persistence.session.Session;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** One aggregation, in one statement. */
final class AggregateQuery {
    private final TableCache tables;
    private final Session session;
    private final Aggregation aggregation;
    private final Table table;
    private final Joins joins;

    AggregateQuery(TableCache tables, Session session, Aggregation aggregation) throws SQLException {
        this.tables = tables;
        this.session = session;
        this.aggregation = aggregation;
        this.table = tables.of(session, aggregation.model());
        this.joins = new Joins(tables, session, table);
    }

    Summed run(Duration limit) throws SQLException {
        Optional<String> sum = Optional.empty();
        if (aggregation.sum().isPresent()) {
            Column column = table.column(aggregation.sum().get());
            String readable = column.codec().readable(column.of("t0"));
            sum = column.codec()
                    .sum(
                            readable.isEmpty()
                                    ? column.of("t0")
                                    : "CASE WHEN " + readable + " THEN " + column.of("t0") + " END");
            if (sum.isEmpty()) {
                return new Summed.NoNumbers();
            }
        }
        SqlBuilder sql = statement(sum);
        try (Session.Prepared prepared = session.prepare(sql.toString())) {
            sql.bound(prepared.statement());
            return tables.dialect()
                    .within(limit, session, prepared.statement(), within -> {
                        try (ResultSet rows = prepared.statement().executeQuery()) {
                            return groups(rows);
                        }
                    })
                    .map(groups -> (Summed) new Summed.Groups(groups))
                    .orElseGet(Summed.TooSlow::new);
        }
    }

    private SqlBuilder statement(Optional<String> sum) throws SQLException {
        SqlBuilder sql = new SqlBuilder("SELECT count(*), ").add(sum.orElse("0"));
        switch (aggregation.by()) {
            case By.Nothing() -> {}
            case By.Value(List<Step> through, FieldDefinition field, int most) -> {
                Joins.Joined at = joins.to(through);
                Column column = at.table().column(field);
                sql.add(", ").add(column.codec().selected(column.of(at.alias())));
            }
            case By.Day(FieldDefinition field, ZoneOffsets offsets) -> {
                Column column = table.column(field);
                new LocalDay(column.codec(), column.of("t0"), offsets).add(sql.add(", "));
            }
        }
        sql.add(" FROM ").add(table.name()).add(" t0");
        joins.add(sql);
        if (!RecordCount.always(aggregation.condition())) {
            new ConditionSql(tables, session, sql.add(" WHERE ")).add(aggregation.condition(), table, "t0");
        }
        return switch (aggregation.by()) {
            case By.Nothing() -> sql;
            case By.Value(List<Step> through, FieldDefinition field, int most) ->
                sql.add(" GROUP BY 3 ORDER BY ")
                        .add(sum.isPresent() ? "2 DESC, " : "")
                        .add("1 DESC, 3")
                        .add(tables.dialect().nulls(true, false))
                        .limit(most);
            case By.Day(FieldDefinition field, ZoneOffsets offsets) ->
                sql.add(" GROUP BY 3 ORDER BY 3").add(tables.dialect().nulls(true, false));
        };
    }

    private List<Group> groups(ResultSet rows) throws SQLException {
        // values stored in different forms may read as the same value
        Map<Optional<Object>, Group> groups = new LinkedHashMap<>();
        while (rows.next()) {
            Optional<Object> key = Optional.ofNullable(key(rows));
            Group group = new Group(key.orElse(null), rows.getLong(1), sum(rows));
            groups.merge(
                    key,
                    group,
                    (one, other) -> new Group(
                            one.key(), one.count() + other.count(), one.sum().add(other.sum())));
        }
        return new ArrayList<>(groups.values());
    }

    private @Nullable Object key(ResultSet rows) throws SQLException {
        return switch (aggregation.by()) {
            case By.Nothing() -> null;
            case By.Value(List<Step> through, FieldDefinition field, int most) ->
                joins.to(through).table().column(field).codec().read(rows, 3);
            case By.Day(FieldDefinition field, ZoneOffsets offsets) -> day(rows.getString(3));
        };
    }

    private static @Nullable Object day(@Nullable String text) {
        try {
            return text == null ? null : LocalDate.parse(text);
        } catch (DateTimeException e) {
            return null;
        }
    }

    private BigDecimal sum(ResultSet rows) throws SQLException {
        if (aggregation.sum().isEmpty()) {
            return BigDecimal.ZERO;
        }
        try {
            BigDecimal sum = switch (rows.getObject(2)) {
                case Double number -> BigDecimal.valueOf(number);
                case Number number -> new BigDecimal(number.toString());
                case null, default -> BigDecimal.ZERO;
            };
            OptionalInt scale = aggregation.sum().get().type() == FieldType.INTEGER
                    ? OptionalInt.of(0)
                    : aggregation.sum().get().constraints().scale();
            return scale.isPresent() ? sum.setScale(scale.getAsInt(), RoundingMode.HALF_UP) : sum;
        } catch (NumberFormatException e) {
            return BigDecimal.ZERO; // infinite, or not a number
        }
    }
}
