-- The layout of each user's dashboard: a line for each widget, in order, "ID WIDTH shown" or "ID WIDTH hidden".
CREATE TABLE admin_dashboard_layouts (
    user_id    bigint PRIMARY KEY REFERENCES admin_users (id) ON DELETE CASCADE,
    widgets    text NOT NULL,
    updated_at timestamptz NOT NULL
);
