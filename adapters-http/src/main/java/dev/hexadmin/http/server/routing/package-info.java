/** The route table, and the steps that every request takes to its route. */
package dev.hexadmin.http.server.routing;
