/**
 * The contract for extensions: channels, SMS and e-mail providers, identity sources. It changes by version only:
 * additions in a minor one, anything else in a major one.
 */
package dev.hexadmin.application.spi;
