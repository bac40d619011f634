/** The implementation of accepting, sending and pushing notifications. */
package dev.hexadmin.application.notifications.internal;
