/** The driven ports of the dashboard. */
package dev.hexadmin.application.dashboard.port;
