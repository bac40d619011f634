/** Requests that can be repeated safely. */
package dev.hexadmin.application.idempotency;
