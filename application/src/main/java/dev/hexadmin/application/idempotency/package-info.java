/** Idempotent requests: the first response to an Idempotency-Key is replayed. */
package dev.hexadmin.application.idempotency;
