package dev.hexadmin.persistence.transfer;

import dev.hexadmin.application.transfer.port.Imports;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.domain.transfer.FileFormat;
import dev.hexadmin.domain.transfer.ImportMode;
import dev.hexadmin.domain.transfer.ImportReport;
import dev.hexadmin.domain.transfer.ImportReport.Findings;
import dev.hexadmin.domain.transfer.ImportReport.RowError;
import dev.hexadmin.domain.transfer.ImportReport.State;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import io.helidon.dbclient.DbExecute;
import io.helidon.dbclient.DbRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The tables {@code admin_imports}, {@code admin_import_pieces} and {@code admin_import_findings}. One conditional
 * update changes a state, so that only one of several servers succeeds.
 */
public final class JdbcImports implements Imports {
    private static final Set<State> GOING_ON = Set.of(State.CHECKING, State.RUNNING);

    private final Database database;

    public JdbcImports(Database database) {
        this.database = database;
    }

    /** The subject of a finding. */
    private enum Kind {
        ERROR,
        UNKNOWN,
        MISSING,
        IGNORED
    }

    @Override
    public void add(UUID id, UserId owner, String model, FileFormat format, String name, Instant now, int most) {
        Object moment = database.parameter(now);
        database.execute(execute -> {
            execute.insert(
                    "INSERT INTO admin_imports (id, user_id, model, file_name, format, bytes, state, percent, row_count,"
                            + " created, updated, unchanged, errors, created_at, touched_at)"
                            + " VALUES (?, ?, ?, ?, ?, 0, 'uploading', 0, 0, 0, 0, 0, 0, ?, ?)",
                    id.toString(),
                    owner.value(),
                    model,
                    name,
                    format.word(),
                    moment,
                    moment);
            return execute.delete(
                    database.kind()
                            .sql()
                            .deleteSelected(
                                    "admin_imports",
                                    "id",
                                    "SELECT id FROM (SELECT id, state FROM admin_imports WHERE user_id = ? AND id <> ?"
                                            + " ORDER BY created_at DESC, id DESC LIMIT 1000000 OFFSET " + (most - 1)
                                            + ") AS older WHERE state NOT IN " + words(GOING_ON)),
                    owner.value(),
                    id.toString());
        });
    }

    @Override
    public boolean append(UUID id, int number, byte[] piece, Instant now) {
        return database.execute(execute -> {
            long there = execute.update(
                    "UPDATE admin_imports SET bytes = bytes + ?, touched_at = ? WHERE id = ? AND state = 'uploading'",
                    piece.length,
                    database.parameter(now),
                    id.toString());
            if (there == 0) {
                return false;
            }
            execute.insert(
                    "INSERT INTO admin_import_pieces (import_id, number, content) VALUES (?, ?, ?)",
                    id.toString(),
                    number,
                    piece);
            return true;
        });
    }

    @Override
    public Optional<byte[]> piece(UUID id, int number) {
        return database.query(execute -> execute.get(
                        "SELECT content FROM admin_import_pieces WHERE import_id = ? AND number = ?",
                        id.toString(),
                        number)
                .map(row -> row.column("content").get(byte[].class)));
    }

    @Override
    public Optional<Kept> find(UUID id) {
        return database.query(execute -> {
            Optional<DbRow> row = execute.get(
                    "SELECT user_id, model, file_name, format, bytes, state, mode, percent, row_count, total, created,"
                            + " updated, unchanged, errors, failure, touched_at FROM admin_imports WHERE id = ?",
                    id.toString());
            return row.map(found -> kept(execute, id, found));
        });
    }

    private Kept kept(DbExecute execute, UUID id, DbRow row) {
        Map<Kind, List<RowError>> findings = new EnumMap<>(Kind.class);
        execute.query(
                        "SELECT kind, \"row_number\", field, code, message FROM admin_import_findings WHERE import_id = ?"
                                + " ORDER BY number",
                        id.toString())
                .forEach(one -> findings.computeIfAbsent(
                                Kind.valueOf(Columns.text(one, "kind").toUpperCase(Locale.ROOT)),
                                kind -> new ArrayList<>())
                        .add(new RowError(
                                Columns.whole(one, "row_number"),
                                Columns.text(one, "field"),
                                Columns.text(one, "code"),
                                StoredMessage.read(Columns.text(one, "message")))));
        Instant touched = Columns.instant(row, "touched_at");
        return new Kept(
                new UserId(Columns.whole(row, "user_id")),
                touched,
                new ImportReport(
                        id,
                        Columns.text(row, "model"),
                        new ImportReport.SourceFile(
                                Columns.text(row, "file_name"),
                                FileFormat.valueOf(Columns.text(row, "format").toUpperCase(Locale.ROOT)),
                                Columns.whole(row, "bytes")),
                        State.valueOf(Columns.text(row, "state").toUpperCase(Locale.ROOT)),
                        Columns.optionalText(row, "mode")
                                .map(mode -> ImportMode.valueOf(mode.toUpperCase(Locale.ROOT))),
                        new ImportReport.Progress(
                                Columns.whole(row, "row_count"),
                                Columns.optionalWhole(row, "total")
                                        .map(OptionalLong::of)
                                        .orElse(OptionalLong.empty()),
                                (int) Columns.whole(row, "percent")),
                        new Findings(
                                new ImportReport.Counts(
                                        Columns.whole(row, "created"),
                                        Columns.whole(row, "updated"),
                                        Columns.whole(row, "unchanged")),
                                Columns.whole(row, "errors"),
                                findings.getOrDefault(Kind.ERROR, List.of()),
                                new ImportReport.Columns(
                                        fields(findings, Kind.UNKNOWN),
                                        fields(findings, Kind.MISSING),
                                        fields(findings, Kind.IGNORED)),
                                Columns.optionalText(row, "failure").map(StoredMessage::read)),
                        touched));
    }

    private static List<String> fields(Map<Kind, List<RowError>> findings, Kind kind) {
        return findings.getOrDefault(kind, List.of()).stream()
                .map(RowError::field)
                .toList();
    }

    @Override
    public boolean move(
            UUID id,
            Set<State> from,
            Instant lostBefore,
            State to,
            Optional<ImportMode> mode,
            UUID claim,
            Instant now) {
        String word = mode.map(JdbcImports::word).orElse("");
        return database.execute(execute -> execute.update(
                        "UPDATE admin_imports SET state = ?, mode = CASE WHEN ? = '' THEN mode ELSE ? END, claim = ?,"
                                + " percent = 0, row_count = 0, touched_at = ? WHERE id = ? AND (state IN "
                                + words(from) + " OR (state IN " + words(GOING_ON) + " AND touched_at < ?))",
                        word(to),
                        word,
                        word,
                        claim.toString(),
                        database.parameter(now),
                        id.toString(),
                        database.parameter(lostBefore)))
                > 0;
    }

    @Override
    public void alive(UUID id, UUID claim, long rows, int percent, Instant now) {
        if (database.exclusive()) {
            return; // the update would wait for the import itself, and no other server reads the row
        }
        database.write(scope -> database.execute(execute -> execute.update(
                "UPDATE admin_imports SET row_count = ?, percent = ?, touched_at = ? WHERE id = ? AND claim = ?"
                        + " AND state IN " + words(GOING_ON),
                rows,
                percent,
                database.parameter(now),
                id.toString(),
                claim.toString())));
    }

    @Override
    public boolean progress(UUID id, UUID claim, long rows, Instant now) {
        return database.execute(execute -> execute.update(
                        "UPDATE admin_imports SET row_count = ?, touched_at = ? WHERE id = ? AND claim = ? AND state IN "
                                + words(GOING_ON),
                        rows,
                        database.parameter(now),
                        id.toString(),
                        claim.toString()))
                > 0;
    }

    @Override
    public boolean finish(UUID id, UUID claim, State to, long rows, Findings findings, Instant now) {
        boolean whole = to == State.CHECKED || to == State.DONE;
        return database.execute(execute -> {
            long claimed = execute.update(
                    "UPDATE admin_imports SET state = ?, row_count = ?, percent = 0, created = ?, updated = ?, unchanged = ?, errors = ?,"
                            + " failure = NULLIF(?, ''), touched_at = ? WHERE id = ? AND claim = ? AND state IN "
                            + words(GOING_ON),
                    word(to),
                    rows,
                    findings.counts().created(),
                    findings.counts().updated(),
                    findings.counts().unchanged(),
                    findings.errors(),
                    findings.failure().map(StoredMessage::write).orElse(""),
                    database.parameter(now),
                    id.toString(),
                    claim.toString());
            if (claimed == 0) {
                return false;
            }
            if (whole) {
                execute.update("UPDATE admin_imports SET total = row_count WHERE id = ?", id.toString());
            }
            execute.delete("DELETE FROM admin_import_findings WHERE import_id = ?", id.toString());
            List<Finding> all = all(findings);
            for (int i = 0; i < all.size(); i++) {
                RowError error = all.get(i).error();
                execute.insert(
                        "INSERT INTO admin_import_findings (import_id, number, kind, \"row_number\", field, code, message)"
                                + " VALUES (?, ?, ?, ?, ?, ?, ?)",
                        id.toString(),
                        i,
                        word(all.get(i).kind()),
                        error.row(),
                        error.field(),
                        error.code(),
                        StoredMessage.write(error.message()));
            }
            return true;
        });
    }

    /** A row of the table of findings. */
    private record Finding(Kind kind, RowError error) {}

    private static List<Finding> all(Findings findings) {
        List<Finding> all = new ArrayList<>();
        findings.shown().forEach(error -> all.add(new Finding(Kind.ERROR, error)));
        add(all, Kind.UNKNOWN, findings.columns().unknown());
        add(all, Kind.MISSING, findings.columns().missing());
        add(all, Kind.IGNORED, findings.columns().ignored());
        return all;
    }

    private static void add(List<Finding> all, Kind kind, List<String> fields) {
        fields.forEach(field -> all.add(new Finding(kind, new RowError(0, field, "", Message.verbatim("")))));
    }

    @Override
    public boolean remove(UUID id, Set<State> from) {
        return database.execute(execute -> execute.delete(
                        "DELETE FROM admin_imports WHERE id = ? AND state IN " + words(from), id.toString()))
                > 0;
    }

    @Override
    public int sweep(Instant before, int most) {
        return Math.toIntExact(database.execute(execute -> execute.delete(
                database.kind()
                        .sql()
                        .deleteSelected(
                                "admin_imports",
                                "id",
                                "SELECT id FROM admin_imports WHERE touched_at < ? ORDER BY touched_at LIMIT " + most),
                database.parameter(before))));
    }

    private static String words(Collection<State> states) {
        return states.stream().map(JdbcImports::word).collect(Collectors.joining("', '", "('", "')"));
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
