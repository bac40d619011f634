/** Schema routes: which models there are and what their records look like. */
package dev.hexadmin.http.api.schema;
