/** How first responses are kept and given again. */
package dev.hexadmin.application.idempotency.internal;
