/** The dashboard: its widgets, the range of dates that they cover, and the layout of each user. */
package dev.hexadmin.application.dashboard;
