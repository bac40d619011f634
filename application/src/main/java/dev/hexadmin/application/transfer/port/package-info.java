/** The driven ports of imports. */
package dev.hexadmin.application.transfer.port;
