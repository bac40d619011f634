/** The computation of the numbers on cards. */
package dev.hexadmin.application.dashboard.internal;
