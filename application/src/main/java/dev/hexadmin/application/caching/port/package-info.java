/** What cached pages need: a store, and which tables are read and written. */
package dev.hexadmin.application.caching.port;
