/**
 * The contract for what others bring: channels, SMS and e-mail providers, users. It changes by version only: additions in a
 * minor one, anything else in a major one.
 */
package dev.hexadmin.application.spi;
