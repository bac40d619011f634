/** Models from annotated records, and rate limits from Java. */
package dev.hexadmin.bootstrap.registration;
