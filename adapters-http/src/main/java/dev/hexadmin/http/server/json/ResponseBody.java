package dev.hexadmin.http.server.json;

/**
 * A JSON document with a fixed set of members: a record whose components are the members, or a sealed interface over such
 * records. Its schema in the OpenAPI document is derived from the record.
 */
public interface ResponseBody {}
