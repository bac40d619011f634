/** Reading and writing JSON: one strict reader and one writer for every resource. */
package dev.hexadmin.http.server.json;
