/** How often something may be tried. */
package dev.hexadmin.domain.ratelimit;
