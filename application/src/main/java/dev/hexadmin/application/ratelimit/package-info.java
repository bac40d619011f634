/** Limiting how often something is tried. */
package dev.hexadmin.application.ratelimit;
