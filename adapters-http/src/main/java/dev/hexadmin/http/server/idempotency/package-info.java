/** The header Idempotency-Key on POST. */
package dev.hexadmin.http.server.idempotency;
