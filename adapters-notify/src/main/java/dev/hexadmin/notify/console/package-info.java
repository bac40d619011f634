/** Providers for development. */
package dev.hexadmin.notify.console;
