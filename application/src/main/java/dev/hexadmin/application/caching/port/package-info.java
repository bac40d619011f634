/** The driven ports of cached pages: a store, and the tables that statements read and write. */
package dev.hexadmin.application.caching.port;
