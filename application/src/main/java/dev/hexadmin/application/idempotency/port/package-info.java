/** The driven ports of idempotent requests. */
package dev.hexadmin.application.idempotency.port;
