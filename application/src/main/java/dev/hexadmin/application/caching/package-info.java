/** Cached pages: what a page depends on, who shares it, and when it is dropped. */
package dev.hexadmin.application.caching;
