-- By which fields lists were ordered and filtered, and how often: for suggestions of indexes. Values are not stored.
CREATE TABLE admin_list_uses (
    model      text NOT NULL,
    field      text NOT NULL,
    purpose    text NOT NULL,
    asked      bigint NOT NULL,
    last_asked timestamptz NOT NULL,
    PRIMARY KEY (model, field, purpose)
);
