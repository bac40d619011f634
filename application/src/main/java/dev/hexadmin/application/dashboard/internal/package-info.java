/** How the numbers of cards are computed. */
package dev.hexadmin.application.dashboard.internal;
