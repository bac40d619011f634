package dev.hexadmin.persistence.deliberate;

import dev.hexadmin.persistence.database.DatabaseKind;
import dev.hexadmin.persistence.database.sqlite.SqliteKind;

/** Asks which kind of database it works on. */
public final class AskingWhich {
    public boolean sqlite(DatabaseKind kind) {
        return kind instanceof SqliteKind;
    }
}
