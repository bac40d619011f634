-- The layout of each user's dashboard: a line for each widget, in order, "ID WIDTH shown" or "ID WIDTH hidden".
CREATE TABLE admin_dashboard_layouts (
    user_id    INTEGER PRIMARY KEY REFERENCES admin_users (id) ON DELETE CASCADE,
    widgets    TEXT NOT NULL,
    updated_at TEXT NOT NULL
);
