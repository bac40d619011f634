package dev.hexadmin.application.notifications.internal;

import java.time.Instant;
import java.util.UUID;

/** The server that has claimed rows, and when its lease ends. */
record Claim(UUID server, Instant lease) {}
