/** Sending messages over several channels, reading one's own, following them live. */
package dev.hexadmin.application.notifications;
