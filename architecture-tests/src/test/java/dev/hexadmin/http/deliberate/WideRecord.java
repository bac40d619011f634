package dev.hexadmin.http.deliberate;

/** A constructor with nine parameters. */
public record WideRecord(int a, int b, int c, int d, int e, int f, int g, int h, int i) {}
