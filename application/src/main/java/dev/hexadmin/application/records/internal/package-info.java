/** The implementation of reading and changing records. */
package dev.hexadmin.application.records.internal;
