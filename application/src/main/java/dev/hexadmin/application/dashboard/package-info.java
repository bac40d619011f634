/** What there is to see at a glance. */
package dev.hexadmin.application.dashboard;
