/** Static files of pages, at paths that name their content. */
package dev.hexadmin.http.server.content;
