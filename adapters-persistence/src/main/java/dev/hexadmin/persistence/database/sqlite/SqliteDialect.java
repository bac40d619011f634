package dev.hexadmin.persistence.database.sqlite;

import dev.hexadmin.application.records.port.ConstraintViolationException.Kind;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.Lookup.TextMatch;
import dev.hexadmin.persistence.dialect.ColumnCodec;
import dev.hexadmin.persistence.dialect.ConstraintFailure;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.dialect.Match;
import dev.hexadmin.persistence.dialect.TableFacts;
import dev.hexadmin.persistence.session.Session;
import dev.hexadmin.persistence.session.SqlWork;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** SQLite. */
final class SqliteDialect implements Dialect {
    private static final int SAMPLED = 1000;
    private static final int STEPS_BETWEEN_LOOKS = 10_000; // of SQLite's machine: well under a millisecond
    private static final int LONGEST_PATTERN = 50_000; // SQLITE_MAX_LIKE_PATTERN_LENGTH
    private static final Pattern FAILED =
            Pattern.compile("(UNIQUE|NOT NULL|CHECK) constraint failed: (.*)", Pattern.DOTALL);
    private static final Pattern CHECK = Pattern.compile(
            "CONSTRAINT\\s+(?:\"([^\"]+)\"|`([^`]+)`|\\[([^\\]]+)\\]|([\\w$]+))\\s*CHECK\\s*\\(",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern UNUSABLE = Pattern.compile(
            "no such (?:table|column|view|module|function)|has no column named|foreign key mismatch|cannot modify");
    private static final Pattern STRICT = Pattern.compile("cannot store \\w+ value in \\w+ column (.+)");

    /**
     * The type of fields of columns of a declared type.
     *
     * @param word the declared type without what is in parentheses
     * @param sized whether there is a number in parentheses
     */
    public static FieldType fieldType(String word, boolean sized) {
        return SqliteColumns.typeOf(word, sized);
    }

    @Override
    public String managedType(FieldDefinition field) {
        return SqliteColumns.mapping(field).managedType().apply(field);
    }

    @Override
    public String literal(FieldDefinition field, Object value) {
        return SqliteColumns.mapping(field).literal().apply(field, value);
    }

    @Override
    public Optional<String> now(FieldDefinition field) {
        return Optional.of(SqliteColumns.mapping(field).now()).filter(expression -> !expression.isEmpty());
    }

    @Override
    public TableFacts inspect(Session session, Model model) throws SQLException {
        Map<String, String> types = new HashMap<>();
        Set<String> notNull = new HashSet<>();
        rows(session, "SELECT name, type, \"notnull\" FROM pragma_table_xinfo(?)", model.table(), row -> {
            String name = fold(row.getString(1));
            types.put(name, row.getString(2));
            if (row.getInt(3) != 0) {
                notNull.add(name);
            }
        });
        Map<String, List<String>> constraints = new HashMap<>();
        boolean[] deferred = new boolean[1];
        boolean[] triggers = new boolean[1];
        rows(
                session,
                "SELECT type, name, coalesce(sql, '') FROM sqlite_master WHERE tbl_name = ? COLLATE NOCASE",
                model.table(),
                row -> {
                    String sql = row.getString(3);
                    switch (row.getString(1)) {
                        case "table" -> {
                            deferred[0] = sql.toUpperCase(Locale.ROOT).contains("INITIALLY DEFERRED");
                            Matcher check = CHECK.matcher(sql);
                            while (check.find()) {
                                for (int group = 1; group <= check.groupCount(); group++) {
                                    @Nullable String called = check.group(group);
                                    if (called != null) {
                                        constraints.put(
                                                called, Dialect.columnsNamed(model, expression(sql, check.end())));
                                    }
                                }
                            }
                        }
                        case "trigger" ->
                            // those of the search indexes note the record elsewhere and leave it as it is
                            triggers[0] |= !row.getString(2).startsWith("admin_search_");
                        default ->
                            constraints.put(
                                    row.getString(2), Dialect.columnsNamed(model, sql.substring(sql.indexOf('(') + 1)));
                    }
                });
        Set<String> checked = new HashSet<>();
        if (!deferred[0]) {
            rows(session, "SELECT \"from\" FROM pragma_foreign_key_list(?)", model.table(), row -> {
                String name = fold(row.getString(1));
                model.storedFields().stream()
                        .map(FieldDefinition::column)
                        .filter(column -> fold(column).equals(name))
                        .forEach(checked::add);
            });
        }
        Map<String, Object> samples = samples(session, model, types.keySet());
        Map<String, TableFacts.Column> columns = new LinkedHashMap<>();
        for (FieldDefinition field : model.storedFields()) {
            String name = fold(field.column());
            @Nullable String type = types.get(name);
            if (type == null) {
                throw Dialect.missing(model, types.isEmpty() ? "" : field.column());
            }
            @Nullable Object sample = samples.get(field.name());
            columns.put(
                    field.name(),
                    new TableFacts.Column(
                            SqliteColumns.of(Dialect.leaf(model, field), type, sample),
                            !field.primaryKey() && !notNull.contains(name)));
        }
        return new TableFacts(
                columns, constraints, checked, triggers[0], Set.of(model.table()), Map.of(), List.of(), Set.of());
    }

    @Override
    public Map<String, String> defaults(Session session, Model model) {
        return Map.of(); // every statement gives its rows back
    }

    /** The text from an open parenthesis to the one that closes it. */
    private static String expression(String sql, int start) {
        int depth = 1;
        int end = start;
        while (end < sql.length() && depth > 0) {
            char c = sql.charAt(end++);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        }
        return sql.substring(start, end);
    }

    /** For the types that tables made elsewhere hold in several forms, a value near the start of the table. */
    private Map<String, Object> samples(Session session, Model model, Set<String> columns) throws SQLException {
        List<FieldDefinition> wanted = model.storedFields().stream()
                .filter(field -> columns.contains(fold(field.column())))
                .filter(field -> SqliteColumns.isSampled(Dialect.leaf(model, field)))
                .toList();
        Map<String, Object> samples = new HashMap<>();
        if (wanted.isEmpty()) {
            return samples;
        }
        List<String> names = wanted.stream().map(field -> quote(field.column())).toList();
        String sql = "SELECT " + String.join(", ", names) + " FROM " + quote(model.table()) + " LIMIT " + SAMPLED;
        try (Session.Prepared prepared = session.prepare(sql);
                ResultSet row = prepared.statement().executeQuery()) {
            while (samples.size() < wanted.size() && row.next()) {
                for (int i = 0; i < wanted.size(); i++) {
                    @Nullable Object value = row.getObject(i + 1);
                    if (value != null) {
                        samples.putIfAbsent(wanted.get(i).name(), value);
                    }
                }
            }
        }
        return samples;
    }

    private static String fold(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** What is done with a row. */
    private interface Row {
        void take(ResultSet row) throws SQLException;
    }

    private static void rows(Session session, String sql, String parameter, Row each) throws SQLException {
        try (Session.Prepared prepared = session.prepare(sql)) {
            PreparedStatement statement = prepared.statement();
            statement.setString(1, parameter);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    each.take(row);
                }
            }
        }
    }

    /**
     * {@code LIKE} ignores the case of ASCII only, so text with other letters is looked for with {@code GLOB} and both
     * cases of each letter.
     */
    @Override
    public Match match(ColumnCodec codec, String column, TextMatch how, String needle) {
        String text = ColumnCodec.storable(needle);
        Match match = how.anyCase()
                ? anyCase(column, how.place(), text)
                : switch (how.place()) {
                    case WHOLE -> glob(column, globbed(text, false));
                    case START -> startsWith(column, text);
                    case ANYWHERE -> new Match("instr(" + column + ", ?) > 0", List.of(text));
                    case END -> glob(column, "*" + globbed(text, false));
                };
        return match.parameters().stream().anyMatch(p -> p.length() * 3 > LONGEST_PATTERN)
                        && !match.sql().startsWith("instr")
                ? new Match("instr(" + column + ", ?) < 0", List.of("")) // longer than any pattern may be: no match
                : match;
    }

    private static Match anyCase(String column, Lookup.Place place, String text) {
        boolean ascii = ascii(text);
        String any = ascii ? "%" : "*";
        String pattern = ascii ? escaped(text) : globbed(text, true);
        pattern = switch (place) {
            case WHOLE -> pattern;
            case START -> pattern + any;
            case ANYWHERE -> any + pattern + any;
            case END -> any + pattern;
        };
        return ascii ? like(column, pattern) : glob(column, pattern);
    }

    private static Match startsWith(String column, String text) {
        Optional<String> next = successor(text);
        return next.isEmpty()
                ? new Match(column + " >= ?", List.of(text))
                : new Match("(" + column + " >= ? AND " + column + " < ?)", List.of(text, next.get()));
    }

    /** The first text after all that start with this one. */
    private static Optional<String> successor(String text) {
        int end = text.length();
        while (end > 0) {
            int last = text.codePointBefore(end);
            end -= Character.charCount(last);
            if (last < Character.MAX_CODE_POINT) {
                int next = last + 1 == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : last + 1;
                return Optional.of(text.substring(0, end) + Character.toString(next));
            }
        }
        return Optional.empty();
    }

    private static Match like(String column, String pattern) {
        return new Match(column + " LIKE ? ESCAPE '\\'", List.of(pattern));
    }

    private static Match glob(String column, String pattern) {
        return new Match(column + " GLOB ?", List.of(pattern));
    }

    private static boolean ascii(String text) {
        return text.chars().allMatch(c -> c < 128);
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_");
    }

    private static String globbed(String text, boolean anyCase) {
        StringBuilder out = new StringBuilder(text.length() * 4);
        text.codePoints().forEach(c -> {
            int upper = Character.toUpperCase(c);
            int lower = Character.toLowerCase(upper);
            if (anyCase && (upper != c || lower != c)) {
                out.append('[').appendCodePoint(c);
                if (upper != c) {
                    out.appendCodePoint(upper);
                }
                if (lower != c && lower != upper) {
                    out.appendCodePoint(lower);
                }
                out.append(']');
            } else if (c == '*' || c == '?' || c == '[') {
                out.append('[').appendCodePoint(c).append(']');
            } else {
                out.appendCodePoint(c);
            }
        });
        return out.toString();
    }

    /** Its indexes of text are a little behind, and so serve searches alone. */
    @Override
    public boolean indexes(ColumnCodec codec, TextMatch how, String needle) {
        return false;
    }

    @Override
    public boolean nullIsSmallest() {
        return true;
    }

    @Override
    public String nulls(boolean nullable, boolean descending) {
        return "";
    }

    @Override
    public boolean goesOnAfterFailure() {
        return true;
    }

    @Override
    public String lock(String alias) {
        return ""; // there is one writer
    }

    /** The span of row ids, which is the number of rows where none was deleted. */
    @Override
    public OptionalLong estimatedRows(Session session, Model model) throws SQLException {
        String sql = "SELECT max(rowid) FROM " + quote(model.table()) + " UNION ALL SELECT min(rowid) FROM "
                + quote(model.table());
        try (Session.Prepared prepared = session.prepare(sql);
                ResultSet row = prepared.statement().executeQuery()) {
            row.next();
            long most = row.getLong(1);
            row.next();
            long least = row.getLong(1);
            return most - least < 0 ? OptionalLong.empty() : OptionalLong.of(most - least + 1);
        } catch (SQLException e) {
            if (e.getErrorCode() == SQLiteErrorCode.SQLITE_ERROR.code) {
                return OptionalLong.empty(); // a table WITHOUT ROWID
            }
            throw e;
        }
    }

    @Override
    public <T> Optional<T> within(Duration limit, Session session, PreparedStatement statement, SqlWork<T> work)
            throws SQLException {
        Connection connection = session.connection().unwrap(SQLiteConnection.class);
        long end = System.nanoTime() + limit.toNanos();
        ProgressHandler.setHandler(connection, STEPS_BETWEEN_LOOKS, new ProgressHandler() {
            @Override
            protected int progress() {
                return System.nanoTime() - end < 0 ? 0 : 1;
            }
        });
        try {
            return Optional.of(work.run(session));
        } catch (SQLException e) {
            if ((e.getErrorCode() & 0xff) == SQLiteErrorCode.SQLITE_INTERRUPT.code) {
                return Optional.empty();
            }
            throw e;
        } finally {
            ProgressHandler.clearHandler(connection);
        }
    }

    @Override
    public Optional<String> unusable(SQLException failure) {
        return failure instanceof SQLiteException sqlite
                        && sqlite.getResultCode() == SQLiteErrorCode.SQLITE_ERROR
                        && UNUSABLE.matcher(said(sqlite)).find()
                ? Optional.of(said(sqlite))
                : Optional.empty();
    }

    @Override
    public Optional<ConstraintFailure> broken(SQLException failure) {
        if (!(failure instanceof SQLiteException sqlite)) {
            return Optional.empty();
        }
        SQLiteErrorCode code = sqlite.getResultCode();
        String said = said(sqlite);
        return switch (code) {
            case SQLITE_CONSTRAINT_UNIQUE, SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_ROWID ->
                Optional.of(named(Kind.UNIQUE, said));
            case SQLITE_CONSTRAINT_NOTNULL -> Optional.of(named(Kind.NOT_NULL, said));
            case SQLITE_CONSTRAINT_FOREIGNKEY ->
                Optional.of(ConstraintFailure.ofRule(Kind.REFERENCE_NOT_FOUND, "", said));
            case SQLITE_CONSTRAINT_TRIGGER ->
                // RAISE in a trigger, or ON DELETE RESTRICT
                Optional.of(
                        said.equals("FOREIGN KEY constraint failed")
                                ? ConstraintFailure.ofRule(Kind.REFERENCE_NOT_FOUND, "", said)
                                : ConstraintFailure.raised(Kind.CHECK, said));
            case SQLITE_CONSTRAINT_CHECK, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG ->
                Optional.of(named(Kind.CHECK, said));
            default -> {
                Matcher strict = STRICT.matcher(said);
                yield strict.matches()
                        ? Optional.of(ConstraintFailure.ofColumns(Kind.CHECK, List.of(column(strict.group(1))), said))
                        : (code.code & 0xff) == SQLiteErrorCode.SQLITE_CONSTRAINT.code
                                ? Optional.of(ConstraintFailure.ofRule(Kind.CHECK, "", said))
                                : Optional.empty();
            }
        };
    }

    /** What SQLite says, without what the driver says of the code: {@code [CODE] its meaning (what SQLite says)}. */
    private static String said(SQLiteException failure) {
        String message = String.valueOf(failure.getMessage());
        String start = failure.getResultCode() + " (";
        return message.startsWith(start) && message.endsWith(")")
                ? message.substring(start.length(), message.length() - 1)
                : message;
    }

    private static ConstraintFailure named(Kind kind, String said) {
        Matcher matcher = FAILED.matcher(said);
        if (!matcher.matches()) {
            return ConstraintFailure.ofRule(kind, "", said);
        }
        String what = matcher.group(2);
        if (kind == Kind.CHECK) {
            return ConstraintFailure.ofRule(kind, what, said);
        }
        if (what.startsWith("index '")) {
            return ConstraintFailure.ofRule(kind, what.substring("index '".length(), what.length() - 1), said);
        }
        List<String> columns = new ArrayList<>();
        String table = "";
        for (String part : what.split(", ", -1)) {
            columns.add(column(part));
            table = part.substring(0, Math.max(0, part.lastIndexOf('.')));
        }
        return new ConstraintFailure(kind, table, columns, "", "", false, "", said);
    }

    private static String column(String qualified) {
        return qualified.substring(qualified.lastIndexOf('.') + 1);
    }
}
