/** Sending messages over several channels, the inbox, and live events. */
package dev.hexadmin.application.notifications;
