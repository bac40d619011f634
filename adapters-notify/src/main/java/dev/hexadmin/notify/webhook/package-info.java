/** The channel {@code webhook}: signed events as the Standard Webhooks specification 1.0.0 describes them. */
package dev.hexadmin.notify.webhook;
