-- query: parameters as in an address; shown_columns: names joined by commas
CREATE TABLE admin_saved_views (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    owner_id      INTEGER NOT NULL REFERENCES admin_users (id) ON DELETE CASCADE,
    model         TEXT NOT NULL,
    name          TEXT NOT NULL,
    query         TEXT NOT NULL,
    shown_columns TEXT NOT NULL,
    density       TEXT NOT NULL,
    UNIQUE (owner_id, model, name)
);

CREATE TABLE admin_saved_view_roles (
    view_id INTEGER NOT NULL REFERENCES admin_saved_views (id) ON DELETE CASCADE,
    role_id INTEGER NOT NULL REFERENCES admin_roles (id) ON DELETE CASCADE,
    PRIMARY KEY (role_id, view_id)
) WITHOUT ROWID;

CREATE INDEX admin_saved_view_roles_by_view ON admin_saved_view_roles (view_id);

CREATE TABLE admin_default_views (
    user_id INTEGER NOT NULL REFERENCES admin_users (id) ON DELETE CASCADE,
    model   TEXT NOT NULL,
    view_id INTEGER NOT NULL REFERENCES admin_saved_views (id) ON DELETE CASCADE,
    PRIMARY KEY (user_id, model)
) WITHOUT ROWID;

CREATE INDEX admin_default_views_by_view ON admin_default_views (view_id);
