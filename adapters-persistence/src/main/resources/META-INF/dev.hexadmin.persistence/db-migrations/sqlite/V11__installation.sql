-- What all servers of one database know it by. cache_drops: how often pages kept elsewhere had to be given up by way of
-- the database, as the server that keeps them was away.
CREATE TABLE admin_installation (
    id          TEXT PRIMARY KEY,
    cache_drops INTEGER NOT NULL
);

INSERT INTO admin_installation (id, cache_drops) VALUES (lower(hex(randomblob(16))), 0);
