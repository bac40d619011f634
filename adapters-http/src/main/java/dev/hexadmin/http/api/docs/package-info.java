/** What the API looks like, for people: Swagger UI, and a page about each problem code. */
package dev.hexadmin.http.api.docs;
