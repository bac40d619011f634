/** The assembly of an installation from settings and registrations. */
package dev.hexadmin.bootstrap.wiring;
