/** What notifications need. */
package dev.hexadmin.application.notifications.port;
