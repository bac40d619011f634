/** What was changed, by whom, and taking it back. */
package dev.hexadmin.application.history;
