-- Texts are compared byte by byte, with the blanks at their ends: the collations for that have other names in MySQL and in
-- MariaDB. Moments are in UTC. This kind of database came later than others: each file creates tables as they are now, and
-- has the version in which the others created them.

-- Accounts. E-mail addresses are stored in lower case. A key is never used twice, so that a token of a
-- user who is gone is never good for another. source, subject, gone_at: for those whose users live elsewhere, the name of the
-- identity source, what tells the user from others there, and since when the source does not know them.
CREATE TABLE admin_users (
    id            BIGINT AUTO_INCREMENT PRIMARY KEY,
    email         VARCHAR(254) NOT NULL UNIQUE,
    full_name     TEXT NOT NULL DEFAULT (''),
    is_active     BOOLEAN NOT NULL DEFAULT TRUE,
    is_superuser  BOOLEAN NOT NULL DEFAULT FALSE,
    password_hash TEXT NOT NULL,
    token_version BIGINT NOT NULL DEFAULT 1,
    created_at    DATETIME(6) NOT NULL,
    last_login    DATETIME(6),
    source        VARCHAR(255),
    subject       VARCHAR(500),
    gone_at       DATETIME(6),
    UNIQUE KEY admin_users_subject (source, subject),
    KEY admin_users_superusers (is_superuser, id)
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

-- SHA-256 of each refresh token; tokens of one sign-in are a family.
CREATE TABLE admin_refresh_tokens (
    id            BIGINT AUTO_INCREMENT PRIMARY KEY,
    token_hash    VARCHAR(100) NOT NULL UNIQUE,
    family        VARCHAR(100) NOT NULL,
    user_id       BIGINT NOT NULL,
    token_version BIGINT NOT NULL,
    issued_at     DATETIME(6) NOT NULL,
    expires_at    DATETIME(6) NOT NULL,
    rotated_at    DATETIME(6),
    revoked_at    DATETIME(6),
    KEY admin_refresh_tokens_family (family),
    KEY admin_refresh_tokens_user (user_id),
    KEY admin_refresh_tokens_expiry (expires_at),
    FOREIGN KEY (user_id) REFERENCES admin_users (id) ON DELETE CASCADE
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

-- TOTP secrets (RFC 6238), encrypted. last_step: the newest time step whose code was used.
CREATE TABLE admin_user_totp (
    user_id        BIGINT PRIMARY KEY,
    sealed_secret  TEXT NOT NULL,
    confirmed_at   DATETIME(6),
    last_step      BIGINT NOT NULL DEFAULT 0,
    failures       INTEGER NOT NULL DEFAULT 0,
    last_failed_at DATETIME(6),
    FOREIGN KEY (user_id) REFERENCES admin_users (id) ON DELETE CASCADE
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

-- Keyed hashes of backup codes; a row is deleted when its code is used.
CREATE TABLE admin_backup_codes (
    user_id   BIGINT NOT NULL,
    code_hash VARCHAR(100) NOT NULL,
    PRIMARY KEY (user_id, code_hash),
    FOREIGN KEY (user_id) REFERENCES admin_users (id) ON DELETE CASCADE
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

-- Sign-ins that wait for their second factor.
CREATE TABLE admin_pending_sign_ins (
    token_hash    VARCHAR(100) PRIMARY KEY,
    user_id       BIGINT NOT NULL,
    token_version BIGINT NOT NULL,
    tries         INTEGER NOT NULL DEFAULT 0,
    expires_at    DATETIME(6) NOT NULL,
    KEY admin_pending_sign_ins_user (user_id),
    KEY admin_pending_sign_ins_expiry (expires_at),
    FOREIGN KEY (user_id) REFERENCES admin_users (id) ON DELETE CASCADE
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

-- Sessions of the panel: SHA-256 of the cookie's value. browser: what the client called itself when the session began.
-- provider, sealed_id_token: the provider by which it began, and its ID token, encrypted, for signing out there.
CREATE TABLE admin_sessions (
    token_hash      VARCHAR(100) PRIMARY KEY,
    user_id         BIGINT NOT NULL,
    token_version   BIGINT NOT NULL,
    created_at      DATETIME(6) NOT NULL,
    expires_at      DATETIME(6) NOT NULL,
    address         TEXT NOT NULL DEFAULT (''),
    browser         TEXT NOT NULL DEFAULT (''),
    provider        TEXT,
    sealed_id_token LONGTEXT,
    KEY admin_sessions_user (user_id),
    KEY admin_sessions_expiry (expires_at),
    FOREIGN KEY (user_id) REFERENCES admin_users (id) ON DELETE CASCADE
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

CREATE TABLE admin_login_attempts (
    id      BIGINT AUTO_INCREMENT PRIMARY KEY,
    email   TEXT NOT NULL,
    address TEXT NOT NULL,
    success BOOLEAN NOT NULL,
    reason  TEXT NOT NULL,
    at      DATETIME(6) NOT NULL,
    KEY admin_login_attempts_at (at),
    KEY admin_login_attempts_email (email(254), at)
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;
