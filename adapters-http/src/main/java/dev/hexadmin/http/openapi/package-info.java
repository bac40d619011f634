/** What the JSON API looks like, for programs: JSON Schemas of models and the OpenAPI document. */
package dev.hexadmin.http.openapi;
