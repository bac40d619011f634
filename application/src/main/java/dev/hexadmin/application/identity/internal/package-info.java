/** How signing in and accounts work. */
package dev.hexadmin.application.identity.internal;
