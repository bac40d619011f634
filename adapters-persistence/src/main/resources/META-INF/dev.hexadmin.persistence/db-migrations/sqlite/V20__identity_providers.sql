-- The users of OpenID Connect providers to whom accounts belong.
CREATE TABLE admin_linked_identities (
    issuer       TEXT NOT NULL,
    subject      TEXT NOT NULL,
    user_id      INTEGER NOT NULL REFERENCES admin_users (id) ON DELETE CASCADE,
    linked_at    TEXT NOT NULL,
    last_sign_in TEXT,
    PRIMARY KEY (issuer, subject),
    UNIQUE (user_id, issuer)
) WITHOUT ROWID;

-- Hashes of what is accepted once: the state of a sign-in, and ID tokens that clients present.
CREATE TABLE admin_used_tokens (
    token_hash TEXT NOT NULL PRIMARY KEY,
    expires_at TEXT NOT NULL
) WITHOUT ROWID;

CREATE INDEX admin_used_tokens_expiry ON admin_used_tokens (expires_at);

-- The provider by which a session began, and its ID token, encrypted, for signing out there.
ALTER TABLE admin_sessions ADD COLUMN provider TEXT;
ALTER TABLE admin_sessions ADD COLUMN sealed_id_token TEXT;
