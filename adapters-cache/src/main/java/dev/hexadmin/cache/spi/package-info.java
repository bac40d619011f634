/**
 * The contract for embedding programs that make the connections to the key-value server themselves. It changes by version
 * only, as {@code dev.hexadmin.application.spi} does.
 */
package dev.hexadmin.cache.spi;
