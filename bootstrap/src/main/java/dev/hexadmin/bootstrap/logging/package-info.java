/** The log: text or JSON lines, with the id of the request. */
package dev.hexadmin.bootstrap.logging;
