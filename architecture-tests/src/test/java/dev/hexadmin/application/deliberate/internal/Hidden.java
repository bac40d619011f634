package dev.hexadmin.application.deliberate.internal;

/** What only its own capability may know. */
public final class Hidden {}
