/** Swagger UI, the OpenAPI document, and a page for each problem code. */
package dev.hexadmin.http.api.docs;
