/** What several servers share in one key-value server: Redis 6 or later, or Valkey. */
package dev.hexadmin.cache.jedis;
