/** Rate limiting. */
package dev.hexadmin.application.ratelimit;
