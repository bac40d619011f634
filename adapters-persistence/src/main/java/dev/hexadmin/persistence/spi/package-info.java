/**
 * The contract for embedding programs whose transactions Hexadmin joins. It changes by version only, as {@code
 * dev.hexadmin.application.spi} does.
 */
package dev.hexadmin.persistence.spi;
