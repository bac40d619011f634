/** Who a request comes from. */
package dev.hexadmin.http.security;
