/**
 * The contract for what others bring: SMS and e-mail providers, ways to a key-value server. It changes by version only:
 * additions in a minor one, anything else in a major one.
 */
package dev.hexadmin.application.spi;
