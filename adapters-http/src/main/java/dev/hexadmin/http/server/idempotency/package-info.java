/** {@code Idempotency-Key}: a request repeated without repeating what it did. */
package dev.hexadmin.http.server.idempotency;
