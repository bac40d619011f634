/** How cards come by their numbers. */
package dev.hexadmin.application.dashboard.internal;
