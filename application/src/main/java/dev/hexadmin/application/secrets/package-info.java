/** Keys that are derived from the server's secret. */
@org.jspecify.annotations.NullMarked
package dev.hexadmin.application.secrets;
