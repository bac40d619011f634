/** First answers by caller and key. */
package dev.hexadmin.persistence.idempotency;
