/** Records of registered models over JSON. */
package dev.hexadmin.http.api.records;
