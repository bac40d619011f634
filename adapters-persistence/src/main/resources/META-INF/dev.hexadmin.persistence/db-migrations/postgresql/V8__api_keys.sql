-- A key has the rights of one role and goes on to be listed, without any, when that is deleted.
ALTER TABLE admin_api_keys ADD COLUMN role_id bigint REFERENCES admin_roles (id) ON DELETE SET NULL;

CREATE INDEX admin_api_keys_role ON admin_api_keys (role_id);
