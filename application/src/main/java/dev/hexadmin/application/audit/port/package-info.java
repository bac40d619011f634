/** Where audit rows go. */
package dev.hexadmin.application.audit.port;
