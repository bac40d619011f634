/** What keeping pages needs: where they are kept, and which tables are read and written. */
package dev.hexadmin.application.caching.port;
