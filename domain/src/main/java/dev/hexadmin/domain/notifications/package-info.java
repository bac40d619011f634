/** Notifications: channels, templates, retries, and the events of a live feed. */
package dev.hexadmin.domain.notifications;
