/** How the history is read and changes are taken back. */
package dev.hexadmin.application.history.internal;
