/** Where first responses are kept. */
package dev.hexadmin.application.idempotency.port;
