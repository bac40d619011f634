/** First responses by caller and key. */
package dev.hexadmin.persistence.idempotency;
