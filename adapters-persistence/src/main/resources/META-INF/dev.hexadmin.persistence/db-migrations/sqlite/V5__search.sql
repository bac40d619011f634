-- which models have an index of their words, and what it covers
CREATE TABLE admin_search_indexes (
    id             INTEGER PRIMARY KEY,
    model          TEXT NOT NULL UNIQUE,
    table_name     TEXT NOT NULL,
    covers         TEXT NOT NULL,
    unfilled_below INTEGER -- records with a smaller key are not in it yet; null: all are
);

-- records that changed since they were indexed
CREATE TABLE admin_search_queue (
    index_id INTEGER NOT NULL,
    record   INTEGER NOT NULL,
    PRIMARY KEY (index_id, record)
) WITHOUT ROWID;
