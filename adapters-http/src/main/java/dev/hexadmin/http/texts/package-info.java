/** The texts of pages and responses in the language of the request. */
@org.jspecify.annotations.NullMarked
package dev.hexadmin.http.texts;
