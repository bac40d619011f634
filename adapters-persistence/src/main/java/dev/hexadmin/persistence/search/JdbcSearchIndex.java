package dev.hexadmin.persistence.search;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.application.search.port.SearchIndex;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.ListQuery;
import dev.hexadmin.domain.records.ListQuery.CountMode;
import dev.hexadmin.domain.records.ListQuery.Order;
import dev.hexadmin.domain.records.ListQuery.Position;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.persistence.database.FullTextQuery;
import dev.hexadmin.persistence.database.TableInspections;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.jdbc.Database;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds records in two steps. Thread-safe.
 *
 * <p>First the keys of records that have the words, from an index or by checking the newest records; then, in the
 * record engine's own statement, those of them that meet the caller's condition and really have the words: an index may
 * not be up to date, and row policies are never a filter after the statement.
 */
public final class JdbcSearchIndex implements SearchIndex {

    private static final int UNDER_POLICY = 4_000;
    private static final int COMPOSITE = 100;
    private static final Position FIRST = new Position.Page(1);

    private final Database database;
    private final Records records;
    private final SearchTables tables;
    private final Dialect dialect;
    private final TableInspections<TableInspections.Inspection> inspections;

    public JdbcSearchIndex(Database database, Records records, SearchTables tables) {
        this.database = database;
        this.records = records;
        this.tables = tables;
        this.dialect = database.kind().dialect();
        this.inspections = new TableInspections<>(database.kind(), (model, inspection) -> inspection);
    }

    @Override
    public Found find(Wish wish) {
        boolean bound = !wish.condition().equals(Condition.always());
        int most = wish.model().key().size() > 1 ? COMPOSITE : bound ? UNDER_POLICY : CANDIDATES;
        FullTextQuery keys = database.readCopy(session -> {
            try {
                FullTextQuery query =
                        new FullTextQuery(database.kind(), session, wish, most, inspections.of(session, wish.model()));
                query.run(tables.of(wish.model()));
                return query;
            } catch (SQLException e) {
                Optional<String> said = dialect.unusable(e);
                if (said.isEmpty()) {
                    throw e;
                }
                inspections.forget(wish.model());
                throw ServiceUnavailableException.ofModel(
                        wish.model().name(),
                        "the table of '" + wish.model().name() + "' cannot be searched: " + said.get(),
                        e);
            }
        });
        SearchCandidateCollector found = found(wish.model(), wish.shown());
        give(wish, keys.leading(), found);
        keys.others().removeAll(keys.leading());
        give(wish, keys.others(), found);
        return new Found(found.candidates(), keys.newestOnly());
    }

    @Override
    public List<Candidate> first(
            Model model, List<Order> ordering, List<FieldDefinition> shown, Condition condition, int limit) {
        SearchCandidateCollector counted = found(model, List.of());
        boolean large = records.list(
                        new ListQuery(
                                counted.shape(), Condition.always(), byKey(model, true), FIRST, 1, CountMode.BOUNDED),
                        counted)
                .more();
        SearchCandidateCollector found = found(model, shown);
        List<Order> whole = large ? byKey(model, true) : total(model, ordering);
        records.list(new ListQuery(found.shape(), condition, whole, FIRST, limit, CountMode.NONE), found);
        return found.candidates();
    }

    @Override
    public Map<RecordKey, Candidate> of(
            Model model, Collection<RecordKey> keys, List<FieldDefinition> shown, Condition condition) {
        SearchCandidateCollector found = found(model, shown);
        records.list(
                new ListQuery(
                        found.shape(),
                        condition.and(oneOf(model, keys)),
                        byKey(model, true),
                        FIRST,
                        keys.size(),
                        CountMode.NONE),
                found);
        Map<RecordKey, Candidate> byKey = new HashMap<>();
        found.candidates().forEach(candidate -> byKey.put(candidate.key(), candidate));
        records.spelledOtherwise(model, List.copyOf(byKey.keySet()), keys)
                .forEach((key, known) -> byKey.put(key, byKey.get(known)));
        return byKey;
    }

    private static SearchCandidateCollector found(Model model, List<FieldDefinition> shown) {
        List<FieldDefinition> fields =
                Stream.concat(model.key().stream(), shown.stream()).distinct().toList();
        return new SearchCandidateCollector(new Shape(model, fields, Map.of()));
    }

    private static List<Order> byKey(Model model, boolean descending) {
        return model.key().stream().map(field -> new Order(field, descending)).toList();
    }

    /** An order, made total by the key. */
    private static List<Order> total(Model model, List<Order> ordering) {
        boolean descending = !ordering.isEmpty() && ordering.getLast().descending();
        return Stream.concat(
                        ordering.stream(),
                        byKey(model, descending).stream()
                                .filter(key -> ordering.stream()
                                        .noneMatch(order -> order.field().equals(key.field()))))
                .toList();
    }

    private void give(Wish wish, Collection<RecordKey> keys, SearchCandidateCollector found) {
        int room = CANDIDATES - found.candidates().size();
        if (keys.isEmpty() || room <= 0) {
            return;
        }
        Model model = wish.model();
        List<FieldPath> paths =
                wish.fields().stream().map(field -> FieldPath.of(model, field)).toList();
        Condition condition =
                wish.condition().and(new Condition.Matches(paths, wish.words())).and(oneOf(model, keys));
        records.list(new ListQuery(found.shape(), condition, byKey(model, true), FIRST, room, CountMode.NONE), found);
    }

    private static Condition oneOf(Model model, Collection<RecordKey> keys) {
        if (model.key().size() == 1) {
            return new Condition.Compare(
                    FieldPath.of(model, model.key().getFirst()),
                    Lookup.IN,
                    keys.stream().map(key -> key.values().getFirst()).toList());
        }
        List<Condition> all = new ArrayList<>();
        for (RecordKey key : keys) {
            List<Condition> parts = new ArrayList<>();
            for (int i = 0; i < model.key().size(); i++) {
                parts.add(new Condition.Compare(
                        FieldPath.of(model, model.key().get(i)),
                        Lookup.EXACT,
                        List.of(key.values().get(i))));
            }
            all.add(new Condition.All(parts));
        }
        return new Condition.Any(all);
    }
}
