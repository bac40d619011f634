/** Comments on records over JSON. */
package dev.hexadmin.http.api.comments;
