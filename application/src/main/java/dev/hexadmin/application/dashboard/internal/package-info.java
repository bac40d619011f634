/** The numbers of the widgets, and the arrangement of a user. */
package dev.hexadmin.application.dashboard.internal;
