/** Schema routes: the list of models and the schemas of their records. */
package dev.hexadmin.http.api.schema;
