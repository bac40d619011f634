/** The assembly of an installation from its settings and from what a program registers. */
package dev.hexadmin.bootstrap.wiring;
