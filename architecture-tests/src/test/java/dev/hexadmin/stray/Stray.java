package dev.hexadmin.stray;

/** In no layer. */
public final class Stray {}
