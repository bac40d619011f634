/** Where first answers are kept. */
package dev.hexadmin.application.idempotency.port;
