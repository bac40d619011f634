/** Tests of programs that embed Hexadmin: a server, signed-in clients, a clock, messages and the audit log. */
@org.jspecify.annotations.NullMarked
package dev.hexadmin.testkit;
