/** Which address a request comes from. */
package dev.hexadmin.http.server.address;
