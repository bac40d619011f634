/** The parts of a request's URI (RFC 3986): target, path patterns, percent-encoding, query. */
package dev.hexadmin.http.server.uri;
