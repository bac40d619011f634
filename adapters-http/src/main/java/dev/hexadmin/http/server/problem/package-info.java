/** Problem answers (RFC 9457). */
package dev.hexadmin.http.server.problem;
