/** What searching needs. */
package dev.hexadmin.application.search.port;
