-- What all servers of one database know it by. cache_drops: how often pages kept elsewhere had to be given up by way of
-- the database, as the server that keeps them was away.
CREATE TABLE admin_installation (
    id          text PRIMARY KEY,
    cache_drops bigint NOT NULL
);

INSERT INTO admin_installation (id, cache_drops) VALUES (replace(gen_random_uuid()::text, '-', ''), 0);
