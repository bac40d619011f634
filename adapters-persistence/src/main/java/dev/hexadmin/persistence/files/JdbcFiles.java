package dev.hexadmin.persistence.files;

import dev.hexadmin.application.files.port.Files;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.FileReference.Dimensions;
import dev.hexadmin.domain.models.FileReference.Facts;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import io.helidon.dbclient.DbExecute;
import io.helidon.dbclient.DbRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** The tables {@code admin_files} and {@code admin_file_pieces}. */
public final class JdbcFiles implements Files {
    private final Database database;

    public JdbcFiles(Database database) {
        this.database = database;
    }

    @Override
    public void add(UUID id, Purpose purpose, Optional<UserId> owner, String name, Instant now) {
        Object moment = database.parameter(now);
        database.execute(execute -> execute.insert(
                "INSERT INTO admin_files (id, state, owner_id, model, field, name, size, content_type, sha256, created_at,"
                        + " unused_since) VALUES (?, 'uploading', ?, ?, ?, ?, 0, '', '', ?, ?)",
                id.toString(),
                owner.map(UserId::value).orElse(null),
                purpose.model(),
                purpose.field(),
                name,
                moment,
                moment));
    }

    @Override
    public boolean complete(UUID id, Facts facts, Instant now) {
        return changed(execute -> execute.update(
                "UPDATE admin_files SET state = 'stored', name = ?, size = ?, content_type = ?, sha256 = ?,"
                        + " width = NULLIF(?, 0), height = NULLIF(?, 0), unused_since = ?"
                        + " WHERE id = ? AND state IN ('uploading', 'pieces')",
                facts.name(),
                facts.size(),
                facts.contentType(),
                facts.sha256(),
                facts.dimensions().map(Dimensions::width).orElse(0),
                facts.dimensions().map(Dimensions::height).orElse(0),
                database.parameter(now),
                id.toString()));
    }

    @Override
    public void expectPieces(UUID id, long length) {
        changed(execute -> execute.update(
                "UPDATE admin_files SET state = 'pieces', size = ?, received = 0 WHERE id = ?", length, id.toString()));
    }

    @Override
    public Optional<Unfinished> unfinished(UUID id) {
        return database.query(execute -> execute.get(
                        "SELECT owner_id, model, field, name, size, received, unused_since FROM admin_files"
                                + " WHERE id = ? AND state = 'pieces'",
                        id.toString())
                .map(row -> new Unfinished(
                        id,
                        purpose(row),
                        Columns.optionalWhole(row, "owner_id").map(UserId::new),
                        Columns.text(row, "name"),
                        Columns.whole(row, "received"),
                        Columns.whole(row, "size"),
                        Columns.instant(row, "unused_since"))));
    }

    @Override
    public boolean addPiece(UUID id, Piece piece, Instant now) {
        return database.execute(execute -> {
            // locks the row: of two pieces with the same start one is added
            long next = execute.update(
                    "UPDATE admin_files SET received = received + ?, unused_since = ?"
                            + " WHERE id = ? AND state = 'pieces' AND received = ?",
                    piece.size(),
                    database.parameter(now),
                    id.toString(),
                    piece.start());
            if (next > 0) {
                execute.insert(
                        "INSERT INTO admin_file_pieces (file_id, first_byte, size, part) VALUES (?, ?, ?, ?)",
                        id.toString(),
                        piece.start(),
                        piece.size(),
                        piece.part());
            }
            return next > 0;
        });
    }

    @Override
    public boolean takeBack(UUID id, long from, long to) {
        return database.execute(execute -> {
            long back = execute.update(
                    "UPDATE admin_files SET received = ? WHERE id = ? AND state = 'pieces' AND received = ?",
                    from,
                    id.toString(),
                    to);
            if (back > 0) {
                execute.delete(
                        "DELETE FROM admin_file_pieces WHERE file_id = ? AND first_byte >= ?", id.toString(), from);
            }
            return back > 0;
        });
    }

    @Override
    public List<Piece> pieces(UUID id) {
        return database.query(execute -> {
            try (Stream<DbRow> rows = execute.query(
                    "SELECT first_byte, size, part FROM admin_file_pieces WHERE file_id = ? ORDER BY first_byte",
                    id.toString())) {
                return rows.map(row -> new Piece(
                                Columns.whole(row, "first_byte"),
                                Columns.whole(row, "size"),
                                Columns.text(row, "part")))
                        .toList();
            }
        });
    }

    @Override
    public void removePieces(UUID id) {
        changed(execute -> execute.delete("DELETE FROM admin_file_pieces WHERE file_id = ?", id.toString()));
    }

    @Override
    public List<UUID> completeWithPieces(int most) {
        return database.query(execute -> {
            try (Stream<DbRow> rows = execute.query("SELECT DISTINCT file_id FROM admin_file_pieces"
                    + " WHERE file_id IN (SELECT id FROM admin_files WHERE state = 'stored') LIMIT " + most)) {
                return rows.map(row -> UUID.fromString(Columns.text(row, "file_id")))
                        .toList();
            }
        });
    }

    @Override
    public Optional<Stored> find(UUID id) {
        return database.query(execute -> execute.get(
                        "SELECT owner_id, model, field, name, size, content_type, sha256, width, height FROM admin_files"
                                + " WHERE id = ? AND state = 'stored'",
                        id.toString())
                .map(row -> new Stored(
                        id,
                        purpose(row),
                        Columns.optionalWhole(row, "owner_id").map(UserId::new),
                        new Facts(
                                Columns.text(row, "name"),
                                Columns.whole(row, "size"),
                                Columns.text(row, "content_type"),
                                Columns.text(row, "sha256"),
                                Columns.optionalWhole(row, "width")
                                        .map(width -> new Dimensions(
                                                width.intValue(), (int) Columns.whole(row, "height")))))));
    }

    private static Purpose purpose(DbRow row) {
        return new Purpose(Columns.text(row, "model"), Columns.text(row, "field"));
    }

    @Override
    public boolean use(UUID id) {
        return changed(execute -> execute.update(
                "UPDATE admin_files SET unused_since = NULL WHERE id = ? AND state = 'stored'", id.toString()));
    }

    @Override
    public void give(UUID id, UserId owner) {
        changed(execute -> execute.update(
                "UPDATE admin_files SET owner_id = ? WHERE id = ? AND state = 'stored'", owner.value(), id.toString()));
    }

    @Override
    public void release(UUID id, Instant now) {
        changed(execute -> execute.update(
                "UPDATE admin_files SET unused_since = ? WHERE id = ? AND state = 'stored'",
                database.parameter(now),
                id.toString()));
    }

    @Override
    public List<Claimed> claimUnused(Instant before, int most) {
        Object moment = database.parameter(before);
        return database.execute(execute -> {
            List<Claimed> candidates;
            try (Stream<DbRow> rows = execute.query(
                    "SELECT id, model, field, sha256 FROM admin_files WHERE unused_since < ? ORDER BY unused_since LIMIT "
                            + most,
                    moment)) {
                candidates = rows.map(row -> new Claimed(
                                UUID.fromString(Columns.text(row, "id")),
                                purpose(row),
                                !Columns.text(row, "sha256").isEmpty()))
                        .toList();
            }
            List<Claimed> claimed = new ArrayList<>();
            for (Claimed one : candidates) {
                // waits for a record that names it, and then does not match any more
                long locked = execute.update(
                        "UPDATE admin_files SET state = 'removing' WHERE id = ? AND unused_since < ?",
                        one.id().toString(),
                        moment);
                if (locked > 0) {
                    claimed.add(one);
                }
            }
            return claimed;
        });
    }

    @Override
    public void postpone(UUID id, Instant unusedSince) {
        changed(execute -> execute.update(
                "UPDATE admin_files SET unused_since = ? WHERE id = ? AND state = 'removing'",
                database.parameter(unusedSince),
                id.toString()));
    }

    @Override
    public void keep(UUID id, Optional<Instant> unusedSince) {
        String kept = "UPDATE admin_files SET state = 'stored', unused_since = ";
        changed(execute -> unusedSince.isEmpty()
                ? execute.update(kept + "NULL WHERE id = ?", id.toString())
                : execute.update(kept + "? WHERE id = ?", database.parameter(unusedSince.get()), id.toString()));
    }

    @Override
    public void remove(UUID id) {
        removePieces(id);
        changed(execute -> execute.delete("DELETE FROM admin_files WHERE id = ?", id.toString()));
    }

    private boolean changed(java.util.function.Function<DbExecute, Long> statement) {
        return database.execute(statement) > 0;
    }
}
