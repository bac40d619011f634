package dev.hexadmin.application.notifications.internal;

import java.time.Instant;
import java.util.UUID;

/** The server that has claimed rows, and when they are due again if nothing else happens to them. */
record Claim(UUID server, Instant lease) {}
