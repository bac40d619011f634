/** The parts put together: an installation over its database, and what it is told by Java. */
package dev.hexadmin.bootstrap.wiring;
