/** The contract for outside SMS and e-mail providers. It changes by version only: additions in a minor one, anything else in a major one. */
package dev.hexadmin.application.spi;
