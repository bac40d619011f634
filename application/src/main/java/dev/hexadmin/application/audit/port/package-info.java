/** The driven ports of the audit log. */
package dev.hexadmin.application.audit.port;
