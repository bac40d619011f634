/** Rate windows of one process. */
package dev.hexadmin.cache.local;
