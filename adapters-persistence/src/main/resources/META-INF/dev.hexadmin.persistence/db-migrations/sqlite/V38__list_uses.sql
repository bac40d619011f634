-- By which fields lists were ordered and filtered, and how often: for suggestions of indexes. Values are not stored.
CREATE TABLE admin_list_uses (
    model      TEXT NOT NULL,
    field      TEXT NOT NULL,
    purpose    TEXT NOT NULL,
    asked      INTEGER NOT NULL,
    last_asked TEXT NOT NULL,
    PRIMARY KEY (model, field, purpose)
) WITHOUT ROWID;
