-- One row for each user whose list has ever changed. Its update is the lock on the user's list: numbers of events are
-- committed in their order.
CREATE TABLE admin_notification_feeds (
    user_id VARCHAR(255) PRIMARY KEY,
    seq     BIGINT NOT NULL,
    unread  BIGINT NOT NULL
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

-- data is text, not JSON: kept as written
CREATE TABLE admin_notifications (
    id          BIGINT AUTO_INCREMENT PRIMARY KEY,
    user_id     VARCHAR(255) NOT NULL,
    title       LONGTEXT NOT NULL,
    body        LONGTEXT NOT NULL,
    channels    TEXT NOT NULL,
    data        LONGTEXT,
    delivery_id CHAR(36) NOT NULL,
    is_read     BOOLEAN NOT NULL DEFAULT FALSE,
    read_at     DATETIME(6),
    created_at  DATETIME(6) NOT NULL,
    KEY admin_notifications_by_user (user_id, id),
    KEY admin_notifications_unread (user_id, is_read, id)
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

-- What happened to each list, for those who follow it. kind: notification, read, unread, read_all.
CREATE TABLE admin_notification_events (
    user_id         VARCHAR(255) NOT NULL,
    seq             BIGINT NOT NULL,
    kind            VARCHAR(20) NOT NULL,
    notification_id BIGINT,
    unread          BIGINT NOT NULL,
    created_at      DATETIME(6) NOT NULL,
    PRIMARY KEY (user_id, seq),
    KEY admin_notification_events_by_time (created_at)
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

CREATE TABLE admin_notification_preferences (
    id      BIGINT AUTO_INCREMENT PRIMARY KEY,
    user_id VARCHAR(255) NOT NULL,
    channel VARCHAR(100) NOT NULL,
    enabled BOOLEAN NOT NULL DEFAULT TRUE,
    address TEXT,
    UNIQUE (user_id, channel)
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

-- Every recipient and channel, before it is tried and after. due_at: when something is to be done; claimed by moving it.
-- claimed_by: the server that has claimed the row and has not called the row's provider yet.
CREATE TABLE admin_notification_logs (
    id              BIGINT AUTO_INCREMENT PRIMARY KEY,
    delivery_id     CHAR(36) NOT NULL,
    batch_id        CHAR(36),
    position        INTEGER NOT NULL,
    user_id         VARCHAR(255) NOT NULL,
    notification_id BIGINT,
    channel         VARCHAR(100) NOT NULL,
    recipient       TEXT NOT NULL,
    provider        TEXT,
    status          VARCHAR(20) NOT NULL,
    attempts        INTEGER NOT NULL,
    due_at          DATETIME(6),
    claimed_by      CHAR(36),
    message_id      TEXT,
    error           LONGTEXT,
    fallback_of     VARCHAR(100),
    created_at      DATETIME(6) NOT NULL,
    updated_at      DATETIME(6) NOT NULL,
    UNIQUE (delivery_id, channel),
    KEY admin_notification_logs_due_by_channel (channel, due_at),
    KEY admin_notification_logs_due (due_at),
    KEY admin_notification_logs_failed (status, id),
    KEY admin_notification_logs_by_batch (batch_id),
    KEY admin_notification_logs_by_message (message_id(255)),
    KEY admin_notification_logs_claimed (claimed_by)
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;

-- What is said in deliveries that leave this house, and where else it may be said. parts: a line for each, "NAME TEXT", in
-- which a backslash and a line feed are escaped. addresses: a line for each, "CHANNEL ADDRESS". traceparent: the trace in
-- which the message was accepted (W3C Trace Context).
CREATE TABLE admin_notification_contents (
    delivery_id CHAR(36) PRIMARY KEY,
    user_id     VARCHAR(255) NOT NULL,
    title       LONGTEXT NOT NULL,
    body        LONGTEXT NOT NULL,
    parts       LONGTEXT NOT NULL DEFAULT (''),
    addresses   TEXT NOT NULL DEFAULT (''),
    channels    TEXT NOT NULL,
    fallbacks   TEXT NOT NULL,
    data        LONGTEXT,
    traceparent TEXT,
    KEY admin_notification_contents_by_user (user_id)
) DEFAULT CHARSET utf8mb4 COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */;
