/** Notifications, the outbox, and the addresses of users. */
package dev.hexadmin.persistence.notifications;
