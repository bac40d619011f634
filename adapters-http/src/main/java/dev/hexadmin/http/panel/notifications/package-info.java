/** What came for whoever is signed in, what they want, and what became of messages. */
package dev.hexadmin.http.panel.notifications;
