/** The implementation of reading the history and reverting changes. */
package dev.hexadmin.application.history.internal;
