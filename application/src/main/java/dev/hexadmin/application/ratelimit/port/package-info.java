/** The driven ports of rate limiting. */
package dev.hexadmin.application.ratelimit.port;
