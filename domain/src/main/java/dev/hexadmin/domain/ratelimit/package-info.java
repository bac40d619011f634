/** Rate limits and their decisions. */
package dev.hexadmin.domain.ratelimit;
