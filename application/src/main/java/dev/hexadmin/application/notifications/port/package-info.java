/** The driven ports of notifications. */
package dev.hexadmin.application.notifications.port;
