/** How notifications are accepted, sent over channels, and pushed. */
package dev.hexadmin.application.notifications.internal;
