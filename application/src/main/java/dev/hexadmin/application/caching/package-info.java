/** Cached pages: what a page depends on, which users share it, and when it is evicted. */
package dev.hexadmin.application.caching;
