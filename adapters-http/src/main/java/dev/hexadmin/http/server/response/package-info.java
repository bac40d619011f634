/** Responses, and the headers that a response may have whatever resource it comes from. */
package dev.hexadmin.http.server.response;
