/** Responses, and the headers that responses of all resources may have. */
package dev.hexadmin.http.server.response;
