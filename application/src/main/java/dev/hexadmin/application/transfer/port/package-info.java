/** Where uploaded files are kept. */
package dev.hexadmin.application.transfer.port;
