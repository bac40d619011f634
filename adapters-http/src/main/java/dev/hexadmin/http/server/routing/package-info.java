/** The route table and what travels through it. */
package dev.hexadmin.http.server.routing;
