/** Files that pages need, below a path that names their content. */
package dev.hexadmin.http.server.content;
