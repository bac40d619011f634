/**
 * The checks of a connection before and around its requests: how many are accepted, how slow they may be, and the rejection
 * of messages that two readers could understand differently.
 */
package dev.hexadmin.http.server.connection;
