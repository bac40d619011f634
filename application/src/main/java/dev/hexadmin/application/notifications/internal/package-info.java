/** How notifications are accepted, tried, and pushed. */
package dev.hexadmin.application.notifications.internal;
