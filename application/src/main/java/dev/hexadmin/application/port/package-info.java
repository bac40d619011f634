/** The driven ports of all capabilities. */
package dev.hexadmin.application.port;
