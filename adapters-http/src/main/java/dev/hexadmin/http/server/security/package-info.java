/** Who a request comes from. */
package dev.hexadmin.http.server.security;
