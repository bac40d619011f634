/** The storage and replay of first responses. */
package dev.hexadmin.application.idempotency.internal;
