/** Which tables were written, for servers that cache pages. */
package dev.hexadmin.persistence.caching;
