/** Lists of notifications, the outbox, and what is known of addressees. */
package dev.hexadmin.persistence.notifications;
