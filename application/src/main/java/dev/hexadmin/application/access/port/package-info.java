/** The driven ports of roles and rights. */
package dev.hexadmin.application.access.port;
