/** The OpenAPI document and the JSON Schemas of models and responses. */
package dev.hexadmin.http.openapi;
