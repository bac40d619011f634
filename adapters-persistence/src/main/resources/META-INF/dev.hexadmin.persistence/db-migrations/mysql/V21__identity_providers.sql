-- The users of OpenID Connect providers to whom accounts belong.
CREATE TABLE admin_linked_identities (
    issuer       VARCHAR(400) NOT NULL,
    subject      VARCHAR(300) NOT NULL,
    user_id      BIGINT NOT NULL,
    linked_at    DATETIME(6) NOT NULL,
    last_sign_in DATETIME(6),
    PRIMARY KEY (issuer, subject),
    UNIQUE (user_id, issuer),
    FOREIGN KEY (user_id) REFERENCES admin_users (id) ON DELETE CASCADE
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

-- Hashes of what is accepted once: the state of a sign-in, and ID tokens that clients present.
CREATE TABLE admin_used_tokens (
    token_hash VARCHAR(100) NOT NULL PRIMARY KEY,
    expires_at DATETIME(6) NOT NULL,
    KEY admin_used_tokens_expiry (expires_at)
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;
