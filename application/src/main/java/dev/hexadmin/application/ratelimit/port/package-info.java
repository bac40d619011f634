/** Where tries are counted. */
package dev.hexadmin.application.ratelimit.port;
