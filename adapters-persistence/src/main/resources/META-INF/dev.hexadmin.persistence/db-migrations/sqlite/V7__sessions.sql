-- What the client called itself when the session began, so that people can tell their sessions apart.
ALTER TABLE admin_sessions ADD COLUMN browser TEXT NOT NULL DEFAULT '';
