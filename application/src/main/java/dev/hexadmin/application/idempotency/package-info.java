/** Requests that can be repeated safely: the first response to an Idempotency-Key is given again. */
package dev.hexadmin.application.idempotency;
