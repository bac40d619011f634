package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.query.ListRequest;
import dev.hexadmin.application.query.RecordFilter;
import dev.hexadmin.application.records.ModelRecords;
import dev.hexadmin.application.records.RecordQuery;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.ListQuery;
import dev.hexadmin.domain.records.ListQuery.CountMode;
import dev.hexadmin.domain.records.ListQuery.Position;
import dev.hexadmin.domain.records.PlainSink;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.records.Summed;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The records of a model, and those of them that a query selects. */
class RecordsOfModel<T> implements ModelRecords<T> {
    private static final int PAGE = 500;
    private static final Selection ALL = new Selection(List.of(), Optional.empty(), List.of(), Integer.MAX_VALUE);

    private final CodeRecords access;
    private final Model model;
    private final Function<List<StoredRecord>, List<T>> reader;
    private final Selection selection;

    /** @param reader makes the objects that code gets */
    RecordsOfModel(CodeRecords access, Model model, Function<List<StoredRecord>, List<T>> reader) {
        this(access, model, reader, ALL);
    }

    private RecordsOfModel(
            CodeRecords access, Model model, Function<List<StoredRecord>, List<T>> reader, Selection selection) {
        this.access = access;
        this.model = model;
        this.reader = reader;
        this.selection = selection;
    }

    /** What a query has been given so far. */
    private record Selection(List<RecordFilter> filters, Optional<String> words, List<String> order, int limit) {}

    final CodeRecords access() {
        return access;
    }

    final Model model() {
        return model;
    }

    final T one(StoredRecord record) {
        return reader.apply(List.of(record)).getFirst();
    }

    private RecordQuery<T> with(Selection changed) {
        return new RecordsOfModel<>(access, model, reader, changed);
    }

    @Override
    public RecordQuery<T> filter(RecordFilter filter) {
        List<RecordFilter> filters = new ArrayList<>(selection.filters());
        filters.add(keyed(filter));
        return with(new Selection(filters, selection.words(), selection.order(), selection.limit()));
    }

    /** The same filter with keys in place of records. */
    private RecordFilter keyed(RecordFilter filter) {
        return switch (filter) {
            case RecordFilter.Comparison comparison ->
                RecordFilter.where(
                        comparison.field(),
                        comparison.lookup(),
                        ModelRegistry.path(model, comparison.field())
                                .map(path -> access.services().plain(path.owner(), path.field(), comparison.value()))
                                .orElse(comparison.value()));
            case RecordFilter.All(List<RecordFilter> parts) ->
                new RecordFilter.All(parts.stream().map(this::keyed).toList());
            case RecordFilter.Any(List<RecordFilter> parts) ->
                new RecordFilter.Any(parts.stream().map(this::keyed).toList());
            case RecordFilter.Not(RecordFilter part) -> new RecordFilter.Not(keyed(part));
        };
    }

    @Override
    public RecordQuery<T> search(String words) {
        return with(new Selection(selection.filters(), Optional.of(words), selection.order(), selection.limit()));
    }

    @Override
    public RecordQuery<T> orderBy(String... fields) {
        return with(new Selection(selection.filters(), selection.words(), List.of(fields), selection.limit()));
    }

    @Override
    public RecordQuery<T> limit(int records) {
        if (records < 1) {
            throw new IllegalArgumentException("a query has a limit of 1 at least, not " + records);
        }
        return with(new Selection(selection.filters(), selection.words(), selection.order(), records));
    }

    /** @throws IllegalArgumentException when the query is not valid for the model */
    private ListQuery bound() {
        ListRequest.Builder request = ListRequest.builder(model);
        selection.filters().forEach(request::filter);
        selection.words().ifPresent(request::search);
        if (!selection.order().isEmpty()) {
            request.orderBy(selection.order());
        }
        return access.bound(request.build());
    }

    @Override
    public List<T> list() {
        List<StoredRecord> records = new ArrayList<>();
        pages(page -> records.addAll(access.load(model, page)));
        return reader.apply(records);
    }

    private List<RecordKey> keys() {
        List<RecordKey> keys = new ArrayList<>();
        pages(keys::addAll);
        return keys;
    }

    /** Reads the keys of the selected records in pages. */
    private void pages(Consumer<List<RecordKey>> step) {
        ListQuery query = bound();
        Shape shape = access.services().shapes().key(model);
        Position position = new Position.Page(1);
        int read = 0;
        boolean more = true;
        while (more && read < selection.limit()) {
            KeySink sink = new KeySink();
            int size = Math.min(PAGE, selection.limit() - read);
            ListQuery page = new ListQuery(shape, query.condition(), query.ordering(), position, size, CountMode.NONE);
            Records.Slice slice = access.services().records().list(page, sink);
            step.accept(sink.keys);
            read += sink.keys.size();
            more = slice.hasNext();
            if (more) {
                position = page.next(slice.size(), slice.last());
            }
        }
    }

    @Override
    public Optional<T> first() {
        return limit(1).list().stream().findFirst();
    }

    @Override
    public long count() {
        return access.services().records().count(model, bound().condition());
    }

    @Override
    public boolean exists() {
        return access.services()
                        .records()
                        .counts(List.of(new Records.Selection(model, bound().condition())), 1)
                        .getFirst()
                > 0;
    }

    @Override
    public BigDecimal sum(String field) {
        return access.aggregate(bound(), Optional.empty(), Optional.of(model.fieldNamed(field))).groups().stream()
                .map(Summed.Group::sum)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    @Override
    public Map<@Nullable Object, Long> countBy(String field) {
        Map<@Nullable Object, Long> counts = new LinkedHashMap<>();
        access.aggregate(bound(), Optional.of(path(field)), Optional.empty())
                .groups()
                .forEach(group -> counts.put(group.key(), group.count()));
        return counts;
    }

    @Override
    public Map<@Nullable Object, BigDecimal> sumBy(String field, String sum) {
        Map<@Nullable Object, BigDecimal> sums = new LinkedHashMap<>();
        access.aggregate(bound(), Optional.of(path(field)), Optional.of(model.fieldNamed(sum)))
                .groups()
                .forEach(group -> sums.put(group.key(), group.sum()));
        return sums;
    }

    private FieldPath path(String field) {
        return ModelRegistry.path(model, field).orElseGet(() -> FieldPath.of(model, model.fieldNamed(field)));
    }

    @Override
    public int updateAll(Map<String, ? extends @Nullable Object> changes) {
        return access.transaction(tx -> {
            List<RecordKey> keys = keys();
            keys.forEach(key -> access.update(model, key, changes));
            return keys.size();
        });
    }

    @Override
    public int deleteAll() {
        return access.transaction(tx -> {
            List<RecordKey> keys = keys();
            for (RecordKey key : keys) {
                // a record may have gone along with another
                if (access.exists(model, key)) {
                    access.delete(model, key);
                }
            }
            return keys.size();
        });
    }

    @Override
    public Optional<T> find(Object key) {
        return access.key(model, key)
                .flatMap(known ->
                        access.load(model, List.of(known)).stream().findFirst().map(this::one));
    }

    @Override
    public T get(Object key) {
        return find(key).orElseThrow(() -> RecordBrowsing.missing(model));
    }

    @Override
    public T create(Map<String, ? extends @Nullable Object> values) {
        return access.whole(() -> one(access.create(model, values)));
    }

    @Override
    public List<T> createAll(List<? extends Map<String, ? extends @Nullable Object>> records) {
        return access.transaction(tx -> reader.apply(access.createAll(model, records)));
    }

    @Override
    public T update(Object key, Map<String, ? extends @Nullable Object> changes) {
        return access.whole(() -> one(access.update(model, key, changes)));
    }

    @Override
    public void delete(Object key) {
        access.whole(() -> access.delete(model, key));
    }

    /** Collects keys. */
    private final class KeySink implements PlainSink {
        private final List<RecordKey> keys = new ArrayList<>();
        private final Object[] values = new Object[model.key().size()];

        @Override
        public void take(int field, Object value) {
            FieldDefinition part = model.key().get(field);
            values[field] = value instanceof String text
                    ? FieldText.parse(model, part, text).orElse(text)
                    : value;
        }

        @Override
        public void end() {
            keys.add(new RecordKey(List.of(values)));
        }
    }
}
