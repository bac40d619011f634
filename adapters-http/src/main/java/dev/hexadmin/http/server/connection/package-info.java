/**
 * What happens to a connection before and around its requests: who is let in, how slow it may be, and which messages are
 * refused because two readers could understand them differently.
 */
package dev.hexadmin.http.server.connection;
