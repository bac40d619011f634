/** The driven ports of sign-in and accounts. */
package dev.hexadmin.application.identity.port;
