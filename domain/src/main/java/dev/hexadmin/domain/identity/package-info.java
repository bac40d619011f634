/** Users: their addresses, credentials and sessions. */
package dev.hexadmin.domain.identity;
