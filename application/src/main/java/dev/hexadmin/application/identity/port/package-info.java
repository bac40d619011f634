/** What signing in needs. */
package dev.hexadmin.application.identity.port;
