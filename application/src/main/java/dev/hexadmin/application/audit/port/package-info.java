/** Where audit rows are written. */
package dev.hexadmin.application.audit.port;
