/** Authentication: bearer tokens, API keys, sessions of the panel. */
package dev.hexadmin.http.server.security;
