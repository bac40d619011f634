/** What one process keeps for itself. */
package dev.hexadmin.cache.local;
