/** Messages to people: channels, templates, when to try again, and what a live feed holds. */
package dev.hexadmin.domain.notifications;
