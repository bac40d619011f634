CREATE TABLE admin_roles (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    name         TEXT NOT NULL UNIQUE,
    description  TEXT NOT NULL DEFAULT '',
    is_superuser INTEGER NOT NULL DEFAULT 0,
    created_at   TEXT NOT NULL
);

CREATE TABLE admin_permissions (
    id     INTEGER PRIMARY KEY,
    model  TEXT NOT NULL,
    action TEXT NOT NULL,
    UNIQUE (model, action)
);

CREATE TABLE admin_role_permissions (
    role_id       INTEGER NOT NULL REFERENCES admin_roles (id) ON DELETE CASCADE,
    permission_id INTEGER NOT NULL REFERENCES admin_permissions (id) ON DELETE CASCADE,
    PRIMARY KEY (role_id, permission_id)
) WITHOUT ROWID;

-- a role in use stays
CREATE TABLE admin_user_roles (
    user_id INTEGER NOT NULL REFERENCES admin_users (id) ON DELETE CASCADE,
    role_id INTEGER NOT NULL REFERENCES admin_roles (id) ON DELETE RESTRICT,
    PRIMARY KEY (user_id, role_id)
) WITHOUT ROWID;

CREATE INDEX admin_user_roles_by_role ON admin_user_roles (role_id);

CREATE TABLE admin_user_permissions (
    user_id       INTEGER NOT NULL REFERENCES admin_users (id) ON DELETE CASCADE,
    permission_id INTEGER NOT NULL REFERENCES admin_permissions (id) ON DELETE CASCADE,
    PRIMARY KEY (user_id, permission_id)
) WITHOUT ROWID;

-- actions: words joined by commas; none hides the field
CREATE TABLE admin_field_permissions (
    role_id INTEGER NOT NULL REFERENCES admin_roles (id) ON DELETE CASCADE,
    model   TEXT NOT NULL,
    field   TEXT NOT NULL,
    actions TEXT NOT NULL,
    PRIMARY KEY (role_id, model, field)
) WITHOUT ROWID;

CREATE TABLE admin_row_policies (
    role_id INTEGER NOT NULL REFERENCES admin_roles (id) ON DELETE CASCADE,
    model   TEXT NOT NULL,
    policy  TEXT NOT NULL,
    PRIMARY KEY (role_id, model)
) WITHOUT ROWID;
