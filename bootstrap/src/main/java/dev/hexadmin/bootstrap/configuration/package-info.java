/** Settings: sources, types and validation. */
package dev.hexadmin.bootstrap.configuration;
