/** The audit log, the history of a record, and the reversal of a change. */
package dev.hexadmin.application.history;
