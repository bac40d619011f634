/** The cards of the dashboard. */
package dev.hexadmin.application.dashboard;
