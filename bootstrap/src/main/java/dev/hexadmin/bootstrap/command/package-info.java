/** The command line. */
package dev.hexadmin.bootstrap.command;
