/** Notifications as JSON: what came for the caller, and what callers send. */
package dev.hexadmin.http.api.notifications;
