package dev.hexadmin.application.deliberate;

/** A driving port whose method asks for no actor. */
public interface BreakingThings {
    void breakAll(String what);
}
