/** Rate limits and the decisions they lead to. */
package dev.hexadmin.domain.ratelimit;
