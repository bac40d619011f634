/** The inbox, preferences, composing a message, deliveries and failed messages. */
package dev.hexadmin.http.panel.notifications;
